#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""How often do the 95% intervals and the guarantees of qualm hold on real rows?

The 10,000 rows of the demo (a real ensemble's predictions on FashionMNIST, with MNIST as
out-of-distribution rows) are the population: its numbers are the truth. Samples are drawn from it
with replacement, the command judges each, and tables of the share of samples whose interval covers
the truth are printed. Populations with few errors keep every right row and some of the wrong ones.
In brackets: the share of samples without an interval, which are left out of the share before.

    benchmarks/interval_coverage_real.py [--qualm build/qualm] [--samples 1000] [--seed 0]
        [--bootstrap N] [--only reject|noisy|ties|ood|difference|page|guarantee]
"""
import argparse
import json
import math
import os
import re
import subprocess
import tempfile

import numpy as np

from interval_coverage import run

DEMO = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "demo")
REJECT_SCORES = ("variance.total", "entropy.total", "entropy.epistemic")
OOD_SCORES = ("variance.epistemic", "entropy.epistemic")
COMPARED = (("variance.epistemic", "entropy.epistemic"), ("entropy.epistemic", "entropy.total"),
            ("zero-one.epistemic", "variance.epistemic"))
COMPARED_SIZES = ((1000, 10), (20, 20), (200, 200), (1000, 200), (200, 1000))
SIZES = ((20, 20), (50, 50), (200, 200), (1000, 1000), (1000, 20), (20, 1000), (1000, 100),
         (100, 1000))
METHODS = ("fixed-sequence", "binary-search")
NUMBERS = ("aurc", "e_aurc", "augrc", "auroc_error")


def measured(qualm, name):
    """Every score of the demo's rows, and which rows are wrong."""
    path = os.path.join(DEMO, name)
    families = ("variance", "entropy", "zero-one")
    found = run(qualm, "measure", path, "--axes", "nmk", "--measure", ",".join(families))
    scores = {f"{family}.{part}": np.array(found["measures"][family][part])
              for family in families for part in ("total", "aleatoric", "epistemic")}
    with np.load(path) as file:
        wrong = np.array(found["predicted"]) != file["labels"] if "labels" in file else None
    return scores, wrong


def pick(scores, rows, names=OOD_SCORES):
    return {name: scores[name][rows] for name in names}


def judged(qualm, scores, wrong, *options):
    for name in scores:
        np.save(f"{name}.npy", scores[name])
    np.save("correct.npy", ~wrong)
    return run(qualm, "reject", *(f"{name}.npy" for name in scores), "--input", "scores",
               "--correct", "correct.npy", *options)["curves"]


class Tally:
    """Counts intervals that cover, that do not, and that do not exist."""

    def __init__(self):
        self.covered = self.missed = self.missing = 0

    def add(self, interval, truth):
        if interval is None:
            self.missing += 1
        elif interval[0] <= truth <= interval[1]:
            self.covered += 1
        else:
            self.missed += 1

    def __str__(self):
        if self.covered + self.missed == 0:
            return "none"
        text = f"{self.covered / (self.covered + self.missed):.3f}"
        total = self.covered + self.missed + self.missing
        return text + (f" ({self.missing / total:.2f})" if self.missing else "")


def few_errors(wrong, rate, rng):
    """All right rows, and as many wrong ones as give that error rate."""
    if rate is None:
        return np.arange(wrong.size)
    right, errors = np.flatnonzero(~wrong), np.flatnonzero(wrong)
    n_kept = round(rate * right.size / (1 - rate))
    return np.sort(np.concatenate([right, rng.permutation(errors)[:n_kept]]))


def reject_rows(qualm, rng, samples, options, population, wrong, sizes):
    """Rows of a table: the coverage of samples of these sizes."""
    truth = judged(qualm, population, wrong)
    for n in sizes:
        tallies = {name: {key: Tally() for key in NUMBERS} for name in population}
        for _ in range(samples):
            drawn = rng.integers(0, wrong.size, n)
            found = judged(qualm, pick(population, drawn, population), wrong[drawn], *options)
            for name in population:
                for key in NUMBERS:
                    tallies[name][key].add(found[name]["ci95"][key], truth[name][key])
        share = wrong.mean()
        for name in population:
            cells = " | ".join(str(tallies[name][key]) for key in NUMBERS)
            print(f"| {share:.3f} | {n} | {n * share:.1f} | {name} | {cells} |", flush=True)


def reject_head():
    print("\n| error rate | rows | errors | score | AURC, AUARC | E-AURC | AUGRC | AUROC of errors |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")


def reject_table(qualm, rng, samples, options, noisy=False):
    scores, wrong = measured(qualm, "fashion-mnist.npz")
    reject_head()
    if noisy:  # a quarter of the labels of right rows are taken to be wrong, whatever the score
        wrong = wrong | (np.random.default_rng(1).random(wrong.size) < 0.25)
    for rate in (None,) if noisy else (None, 0.015, 0.004):
        rows = few_errors(wrong, rate, rng)
        reject_rows(qualm, rng, samples, options, pick(scores, rows, REJECT_SCORES), wrong[rows],
                    (30, 100, 500) if noisy else (100, 200, 500, 2000))


def ties_table(qualm, rng, samples, options):
    """Scores that tie: votes of the members, and a measure that is 0 where all of them agree."""
    scores, wrong = measured(qualm, "fashion-mnist.npz")
    with np.load(os.path.join(DEMO, "fashion-mnist.npz")) as file:
        votes = file["predictions"].argmax(axis=2)
    most = np.array([np.bincount(row).max() for row in votes])
    population = {"zero-one.epistemic": scores["zero-one.epistemic"],
                  "votes": 1 - most / votes.shape[1]}
    reject_head()
    reject_rows(qualm, rng, samples, options, population, wrong, (30, 50, 70, 100, 150, 200, 500))


def detected(qualm, inside, outside, *options):
    for name in inside:
        np.save(f"in-{name}.npy", inside[name])
        np.save(f"out-{name}.npy", outside[name])
    arguments = []
    for name in inside:
        arguments += ["--in", f"in-{name}.npy", "--out", f"x=out-{name}.npy"]
    return run(qualm, "ood", "--input", "scores", *arguments, *options)


def ood_table(qualm, rng, samples):
    keys = {"auroc": "ci95", "aupr_in": "aupr_in_ci95", "aupr_out": "aupr_out_ci95",
            "fpr95": "fpr95_ci95"}
    inside, _ = measured(qualm, "fashion-mnist.npz")
    print("\n| out | rows in, out | score | AUROC | AUPR in | AUPR out | FPR95 |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name_out in ("mnist", "kmnist"):
        outside, _ = measured(qualm, f"{name_out}.npz")
        for n_in, n_out in SIZES:
            # AUPR depends on the ratio of the kinds: the population has the samples'.
            common = math.gcd(n_in, n_out)
            truth = detected(qualm, pick(inside, np.repeat(np.arange(10000), n_in // common)),
                             pick(outside, np.repeat(np.arange(10000), n_out // common)))["scores"]
            tallies = {name: {key: Tally() for key in keys} for name in OOD_SCORES}
            for _ in range(samples):
                found = detected(qualm, pick(inside, rng.integers(0, 10000, n_in)),
                                 pick(outside, rng.integers(0, 10000, n_out)), "--bootstrap", "300")
                for name in OOD_SCORES:
                    cell, true = (of[f"in-{name}"]["x"] for of in (found["scores"], truth))
                    for key, interval in keys.items():
                        tallies[name][key].add(cell.get(interval), true[key])
            for name in OOD_SCORES:
                cells = " | ".join(str(tallies[name][key]) for key in keys)
                print(f"| {name_out} | {n_in}, {n_out} | {name} | {cells} |", flush=True)


def ranks(inside, outside):
    """The scores as mean ranks among all rows, so that those of two measures can be exchanged."""
    _, place, counts = np.unique(np.concatenate([inside, outside]), return_inverse=True,
                                 return_counts=True)
    return np.split((np.cumsum(counts) - counts / 2)[place], [inside.size])


def exchanged(a, b, rng):
    """Two scores of which neither is better: those of a row are exchanged with probability 1/2."""
    swap = rng.random(a.size) < 0.5
    return {"c": np.where(swap, b, a), "d": np.where(swap, a, b)}


def difference_table(qualm, rng, samples):
    """Differences of AUROC: intervals of those of two measures, and p-values of exchanged scores."""
    measures, _ = measured(qualm, "fashion-mnist.npz")
    print("\n| out | rows in, out | compared | difference | p < .05 if there is none |")
    print("| --- | --- | --- | --- | --- |")
    for name_out in ("mnist", "kmnist"):
        others, _ = measured(qualm, f"{name_out}.npz")
        for pair in COMPARED:
            (in_a, out_a), (in_b, out_b) = (ranks(measures[name], others[name]) for name in pair)
            truth = detected(qualm, {"a": in_a, "b": in_b}, {"a": out_a, "b": out_b})
            truth = truth["comparisons"][0]["difference"]
            for n_in, n_out in COMPARED_SIZES:
                tally, p_values = Tally(), []
                for _ in range(samples):
                    sets = []
                    for a, b, n in ((in_a, in_b, n_in), (out_a, out_b, n_out)):
                        rows = rng.integers(0, a.size, n)
                        sets.append({"a": a[rows], "b": b[rows], **exchanged(a[rows], b[rows], rng)})
                    found = detected(qualm, *sets)["comparisons"]
                    tally.add(found[0]["ci95"], truth)
                    p_values.append(found[-1]["p_value"])  # of c and d
                print(f"| {name_out} | {n_in}, {n_out} | {' − '.join(pair)} | {tally} | "
                      f"{np.mean([p < 0.05 for p in p_values]):.3f} |", flush=True)


def page_table(qualm, rng, samples):
    """The intervals that only the page shows: of the accuracy and of mean scores."""
    keys = ("accuracy", "variance.total", "variance.epistemic", "entropy.epistemic")
    with np.load(os.path.join(DEMO, "fashion-mnist.npz")) as file:
        predictions, labels = file["predictions"], file["labels"]
    scores, wrong = measured(qualm, "fashion-mnist.npz")
    truth = {"accuracy": 1 - wrong.mean(), **{name: scores[name].mean() for name in keys[1:]}}
    print("\n| rows | accuracy | mean of " + " | mean of ".join(keys[1:]) + " |")
    print("| --- |" + " --- |" * len(keys))
    for n in (50, 100, 500, 2000):
        tallies = {key: Tally() for key in keys}
        for _ in range(samples):
            rows = rng.integers(0, labels.size, n)
            np.savez("drawn.npz", predictions=predictions[rows], labels=labels[rows])
            subprocess.run([qualm, "report", "drawn.npz", "--axes", "nmk", "-o", "drawn.html",
                            "--rows", "1", "--quiet"], check=True)
            with open("drawn.html", encoding="utf8") as page:
                found = json.loads(re.search('id="data">(.*?)</script>', page.read(), re.S)[1])
            page = found["summary"]["page"]
            tallies["accuracy"].add(page["accuracy_ci95"], truth["accuracy"])
            for key in keys[1:]:
                tallies[key].add(page["sets"][0]["means"][key]["ci95"], truth[key])
        print(f"| {n} | " + " | ".join(str(tallies[key]) for key in keys) + " |", flush=True)


def guarantee_table(qualm, rng, samples):
    """Calibration rows are drawn, the whole population is the test set: its risk is the truth."""
    scores, wrong = measured(qualm, "fashion-mnist.npz")
    print("\n| calibration rows | risk | score | best | fixed-sequence: kept, exceeded | "
          "binary-search: kept, exceeded |")
    print("| --- | --- | --- | --- | --- | --- |")
    for n in (500, 3000):
        np.save("rows.npy", np.arange(n))
        for risk in (0.005, 0.01, 0.02, 0.04):
            best = judged(qualm, pick(scores, np.arange(wrong.size), REJECT_SCORES), wrong,
                          "--risk", str(risk))
            kept = {name: {method: [] for method in METHODS} for name in REJECT_SCORES}
            exceeded = {name: {method: [] for method in METHODS} for name in REJECT_SCORES}
            for _ in range(samples):
                drawn = np.concatenate([rng.integers(0, wrong.size, n), np.arange(wrong.size)])
                for method in METHODS:
                    found = judged(qualm, pick(scores, drawn, REJECT_SCORES), wrong[drawn],
                                   "--calibration-rows", "rows.npy", "--guarantee",
                                   f"risk={risk},delta=0.05", "--guarantee-method", method)
                    for name in REJECT_SCORES:
                        promise = found[name]["guarantee"][0]
                        kept[name][method].append(promise["test_coverage"])
                        exceeded[name][method].append((promise["test_risk"] or 0) > risk)
            for name in REJECT_SCORES:
                cells = " | ".join(f"{np.mean(kept[name][method]):.3f}, "
                                   f"{np.mean(exceeded[name][method]):.3f}" for method in METHODS)
                greatest = best[name]["coverage_at_risk"][str(risk)]["coverage"]
                print(f"| {n} | {risk} | {name} | {greatest:.3f} | {cells} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--qualm", default="build/qualm")
    parser.add_argument("--samples", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--bootstrap", default="0", help="replicates of reject's intervals")
    parser.add_argument("--only", choices=("reject", "noisy", "ties", "ood", "difference", "page",
                                           "guarantee"))
    arguments = parser.parse_args()
    qualm = os.path.abspath(arguments.qualm)
    options = ("--bootstrap", arguments.bootstrap)
    tables = {"reject": lambda rng: reject_table(qualm, rng, arguments.samples, options),
              "noisy": lambda rng: reject_table(qualm, rng, arguments.samples, options, True),
              "ties": lambda rng: ties_table(qualm, rng, arguments.samples, options),
              "difference": lambda rng: difference_table(qualm, rng, arguments.samples),
              "ood": lambda rng: ood_table(qualm, rng, arguments.samples),
              "page": lambda rng: page_table(qualm, rng, arguments.samples),
              "guarantee": lambda rng: guarantee_table(qualm, rng, arguments.samples)}
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, table in tables.items():
            if arguments.only in (None, name):
                table(np.random.default_rng(arguments.seed))


if __name__ == "__main__":
    main()
