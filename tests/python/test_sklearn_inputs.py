# SPDX-License-Identifier: Apache-2.0
"""Members see what they were taught: columns by name, texts, sparse matrices."""
import warnings

import numpy as np
import pytest

pytest.importorskip("sklearn")
pandas = pytest.importorskip("pandas")
from scipy import sparse  # noqa: E402
from sklearn.base import clone  # noqa: E402
from sklearn.compose import make_column_transformer  # noqa: E402
from sklearn.datasets import load_digits  # noqa: E402
from sklearn.ensemble import AdaBoostClassifier, BaggingClassifier, RandomForestClassifier, VotingClassifier  # noqa: E402
from sklearn.feature_extraction.text import CountVectorizer  # noqa: E402
from sklearn.linear_model import LogisticRegression  # noqa: E402
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_val_score  # noqa: E402
from sklearn.naive_bayes import GaussianNB, MultinomialNB  # noqa: E402
from sklearn.pipeline import make_pipeline  # noqa: E402
from sklearn.preprocessing import OneHotEncoder, StandardScaler  # noqa: E402
from sklearn.tree import DecisionTreeClassifier  # noqa: E402

from qualm.sklearn import RejectionScorer, UncertainClassifier  # noqa: E402

X, Y = load_digits(return_X_y=True)
X, Y = X[:400], Y[:400]
TREE = DecisionTreeClassifier(max_depth=6, random_state=0)

RNG = np.random.default_rng(0)
SIZE = RNG.normal(size=200)
COLOUR = RNG.choice(["red", "green", "blue"], 200)
FRAME = pandas.DataFrame({"name": [f"n{i}" for i in range(200)], "size": SIZE, "colour": COLOUR})
BIG = np.where(SIZE + (COLOUR == "red") > 0, "big", "small")
TEXTS = [f"{colour} {'large' if size > 0 else 'tiny'}" for colour, size in zip(COLOUR, SIZE)]


@pytest.fixture(autouse=True)
def no_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def by_name():
    columns = make_column_transformer((StandardScaler(), ["size"]), (OneHotEncoder(), ["colour"]))
    return [make_pipeline(clone(columns), clone(each)) for each in (LogisticRegression(), TREE)]


def of_texts():
    return [make_pipeline(CountVectorizer(), each) for each in (MultinomialNB(), LogisticRegression())]


def in_ensembles(members, X, y):
    """The members in a list and in a voting classifier, fitted by qualm and before."""
    vote = VotingClassifier([(str(i), each) for i, each in enumerate(members)], voting="soft")
    return [UncertainClassifier(members).fit(X, y), UncertainClassifier(vote).fit(X, y),
            UncertainClassifier([clone(each).fit(X, y) for each in members], prefit=True).fit(None, None),
            UncertainClassifier(clone(vote).fit(X, y), prefit=True).fit(None, None)]


@pytest.mark.parametrize("members, given", [(by_name(), FRAME), (of_texts(), TEXTS), (of_texts(), np.array(TEXTS)),
                                            (of_texts(), pandas.Series(TEXTS, index=np.arange(200) + 7))],
                         ids=["columns by name", "list of texts", "array of texts", "series of texts"])
def test_members_see_columns_by_name_and_texts(members, given):
    expected = np.stack([clone(each).fit(given, BIG).predict_proba(given) for each in members], axis=1)
    for model in in_ensembles(members, given, BIG):
        assert np.array_equal(model.predict_proba_members(given), expected)
        assert np.allclose(model.predict_proba(given), expected.mean(axis=1))
        assert model.predict(given).shape == (200,) and model.reject(given, .1).sum() <= 20
        assert RejectionScorer()(model, given, BIG) > .5


def test_columns_of_a_frame_are_checked_by_name():
    model = UncertainClassifier(by_name()).fit(FRAME, BIG)
    assert list(model.feature_names_in_) == ["name", "size", "colour"] and model.n_features_in_ == 3
    with pytest.raises(ValueError, match="feature names should match"):
        model.predict(FRAME.rename(columns={"name": "id"}))
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        UncertainClassifier(by_name()).fit(FRAME, BIG[1:])


@pytest.mark.parametrize("ensemble", [
    RandomForestClassifier(5, random_state=0), BaggingClassifier(TREE, 5, max_features=.5, random_state=0),
    AdaBoostClassifier(TREE, n_estimators=3, algorithm="SAMME", random_state=0), [TREE, TREE],
    VotingClassifier([("tree", TREE), ("again", TREE)], voting="soft")], ids=lambda each: type(each).__name__)
@pytest.mark.parametrize("convert", [sparse.csr_matrix, sparse.csc_matrix, sparse.coo_matrix, pandas.DataFrame],
                         ids=lambda each: each.__name__)
@pytest.mark.parametrize("prefit", [False, True])
def test_frames_and_sparse_matrices_predict_as_arrays(ensemble, convert, prefit):
    given = convert(X)
    if isinstance(given, pandas.DataFrame):
        given.columns = [f"x{i}" for i in range(X.shape[1])]

    def fitted(X):
        if not prefit:
            return UncertainClassifier(ensemble).fit(X, Y)
        members = [clone(each).fit(X, Y) for each in ensemble] if isinstance(ensemble, list) else clone(ensemble).fit(X, Y)
        return UncertainClassifier(members, prefit=True).fit(None, None)
    assert np.array_equal(fitted(given).predict_proba_members(given), fitted(X).predict_proba_members(X))


def bagged():
    return UncertainClassifier(BaggingClassifier(TREE, 5, random_state=0))


@pytest.mark.parametrize("estimator, is_scaled", [
    (make_pipeline(StandardScaler(), bagged()), True), (make_pipeline(StandardScaler(), make_pipeline("passthrough", bagged())), True),
    (make_pipeline(bagged()), False),
    (GridSearchCV(make_pipeline(StandardScaler(), bagged()), {"uncertainclassifier__random_state": [0]}, cv=2), True)],
    ids=["pipeline", "nested", "alone", "search"])
def test_the_scorer_scores_pipelines_and_searches(estimator, is_scaled):
    found = cross_val_score(estimator, X, Y, scoring=RejectionScorer(), cv=StratifiedKFold(2), error_score="raise")
    for value, (train, test) in zip(found, StratifiedKFold(2).split(X, Y)):
        seen = StandardScaler().fit(X[train]).transform(X) if is_scaled else X
        assert value == RejectionScorer()(bagged().fit(seen[train], Y[train]), seen[test], Y[test])


def test_the_scorer_refuses_what_measures_nothing():
    with pytest.raises(TypeError, match="RejectionScorer: GaussianNB does not measure uncertainty: give an UncertainClassifier, or a pipeline"):
        RejectionScorer()(make_pipeline(StandardScaler(), GaussianNB()).fit(X, Y), X, Y)


@pytest.mark.parametrize("given", [
    lambda: RandomForestClassifier(3).fit(X, np.stack([Y, Y % 2], axis=1)),
    lambda: [GaussianNB().fit(X, Y), DecisionTreeClassifier().fit(X, np.stack([Y, Y % 2], axis=1))]], ids=["forest", "list"])
def test_several_outputs_are_refused(given):
    with pytest.raises(TypeError, match="(RandomForest|DecisionTree)Classifier predicts 2 outputs per row.*fit one classifier per output"):
        UncertainClassifier(given(), prefit=True).fit(None, None)
