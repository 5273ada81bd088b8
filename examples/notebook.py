# SPDX-License-Identifier: Apache-2.0
# %% [markdown]
# # From predictions to decisions
#
# The predictions of five networks for the 10,000 test images of FashionMNIST, bundled with qualm. Which rows are uncertain, and why?
# Which rows should be rejected? How well are other images detected? Which rows should be labelled?
#
# This page is made from `examples/notebook.py`; `examples/notebook.ipynb` is the same as a notebook.

# %%
import subprocess

import numpy as np
import qualm

subprocess.run(["qualm", "demo", "--save", "demo"], check=True, stdout=subprocess.DEVNULL)
data = np.load("demo/fashion-mnist.npz")
p, labels, names = data["predictions"], data["labels"], list(data["class_names"])
p.shape  # instances, members, classes

# %% [markdown]
# ## Measure
#
# Total uncertainty is split into an aleatoric part (within the members' predictions) and an epistemic part (disagreement between members).

# %%
result = qualm.measure(p, axes="nmk", class_names=names)
result

# %%
rows = result.variance.epistemic.argsort()[::-1][:3]
for row in rows:
    print(row, names[result.predicted[row]], result.variance.epistemic[row].round(3))

# %% [markdown]
# ## Explain one row
#
# Each number on the right is one member's probability of the class.

# %%
print(qualm.explain(p, axes="nmk", class_names=names, labels=labels, rows=[int(rows[0])]))

# %% [markdown]
# ## Reject
#
# Accuracy of the rows that are kept when the most uncertain rows are rejected.

# %%
curves = qualm.reject(p, labels, axes="nmk", class_names=names, scores=["variance.total", "entropy.total"])
curves

# %% [markdown]
# A threshold with a guarantee: with probability 95% over the draw of the calibration rows, the expected error rate of new rows that are
# kept is at most 2%, if they come from the same distribution. The error rate of one test set varies around it.

# %%
promised = qualm.reject(p, labels, axes="nmk", class_names=names, scores=["variance.total"], guarantee=(0.02, 0.05), calibration=0.5)
found = promised["variance.total"].guarantee[0]
print(f"keep rows with variance.total <= {found['threshold']:.4f}: {found['test_coverage']:.1%} of the held-out rows, "
      f"{found['test_risk']:.2%} of them wrong")

# %% [markdown]
# ## Detect out-of-distribution input
#
# Digits (MNIST) and Japanese characters (KMNIST), which the networks were not trained on.

# %%
others = {name: np.load(f"demo/{name}.npz")["predictions"] for name in ("mnist", "kmnist")}
detection = qualm.ood(p, others, axes="nmk")
for name in others:
    print(name, round(detection["variance.epistemic"][name]["auroc"], 3))

# %% [markdown]
# ## Decide what to label
#
# The rows on which the members disagree most, at most two per predicted class.

# %%
qualm.label_next(p, 5, axes="nmk", class_names=names, budget=2)
