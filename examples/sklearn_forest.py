#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Uncertainty of a random forest: the trees are the members.

usage: examples/sklearn_forest.py
"""
from sklearn.datasets import load_digits
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import train_test_split

import qualm
from qualm.sklearn import UncertainClassifier

x, y = load_digits(return_X_y=True)
x_train, x_test, y_train, y_test = train_test_split(x, y, random_state=0)
forest = RandomForestClassifier(50, min_samples_leaf=5, random_state=0)
model = UncertainClassifier(forest).fit(x_train, y_train)

result = model.predict_uncertainty(x_test)  # a qualm.Measures
print(result)

rejected = model.reject(x_test, rate=0.1)   # boolean mask: the 10% most uncertain rows
correct = model.predict(x_test) == y_test
print(f"accuracy {correct.mean():.3f}, without rejected rows {correct[~rejected].mean():.3f}")

p = model.predict_proba_members(x_test)     # instances, members, classes
print(qualm.explain(p, axes="nmk", labels=y_test, top=1))
