// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qualm/report/measures.h"
#include "report/json_document.h"

namespace qualm::report {

/// How the predictions were read and measured, as keys of the open object.
void measure_conventions(JsonDocument& json, const MeasureInfo& info);

}  // namespace qualm::report
