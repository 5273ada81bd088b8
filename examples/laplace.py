#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Uncertainty of a Laplace approximation: weights sampled from a Gaussian posterior are the members.

Fits a multinomial logistic regression to scikit-learn's digits, approximates the posterior of its weights by a Gaussian
with the inverse Hessian as covariance, and samples 30 weight matrices. The same works for the last layer of a network.

usage: examples/laplace.py
"""
import numpy as np
from sklearn.datasets import load_digits
from sklearn.linear_model import LogisticRegression

import qualm

rng = np.random.default_rng(0)
images, labels = load_digits(return_X_y=True)
x = np.column_stack([images / 16, np.ones(len(images))])  # the last column is the bias
train, test = slice(0, 1000), slice(1000, None)

prior_precision = 1.0
model = LogisticRegression(C=1 / prior_precision, fit_intercept=False, max_iter=1000).fit(x[train], labels[train])
n_classes, n_features = model.coef_.shape

# Hessian of the negative log posterior at the optimum.
p = model.predict_proba(x[train])
hessian = prior_precision * np.eye(n_classes * n_features)
for row, probabilities in zip(x[train], p):
    hessian += np.kron(np.diag(probabilities) - np.outer(probabilities, probabilities), np.outer(row, row))

factor = np.linalg.cholesky(np.linalg.inv(hessian))
samples = model.coef_.ravel() + rng.standard_normal((30, n_classes * n_features)) @ factor.T
logits = np.einsum("mkd,nd->mnk", samples.reshape(-1, n_classes, n_features), x[test])  # members, instances, classes

print(qualm.measure(logits, axes="mnk", input="logits"))
print(qualm.reject(logits, labels[test], axes="mnk", input="logits"))
