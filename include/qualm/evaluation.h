// SPDX-License-Identifier: Apache-2.0
#pragma once

// Exact statistics of scores and labels. Conventions and alternatives: docs/evaluation.md.
#include "qualm/evaluation/area_bootstrap.h"  // bootstrap of areas, for many scores of the same rows
#include "qualm/evaluation/calibration.h"     // NLL, Brier, ECE, reliability diagram
#include "qualm/evaluation/detection.h"       // ROC, precision-recall, histograms
#include "qualm/evaluation/inference.h"       // DeLong, bootstrap, Holm, runs
#include "qualm/evaluation/intervals.h"       // confidence intervals without bootstrap
#include "qualm/evaluation/labels.h"          // checks of user input
#include "qualm/evaluation/merge.h"           // exact merging of partial data
#include "qualm/evaluation/ranking.h"         // sorting, and the counts that all statistics use
#include "qualm/evaluation/rejection.h"       // curves, areas, risk control
