#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# From an array in Python to its uncertainties. Needs qualm on the PATH and python3 with numpy.
set -euo pipefail
cd "$(mktemp -d)"

/usr/bin/python3 - <<'PYTHON'
import numpy
members = numpy.array([[[.4, .3, .3]] * 3, numpy.eye(3), [[.8, .1, .1], [.6, .3, .1], [.7, .2, .1]],
                       [[.98, .01, .01]] * 3])
numpy.save("predictions.npy", members)  # 4 instances, 3 members, 3 classes
PYTHON

qualm measure predictions.npy --axes nmk --class-names cat,dog,owl --quiet
qualm measure predictions.npy --axes nmk --format csv --quiet
