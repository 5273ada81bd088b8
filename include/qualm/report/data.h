// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "qualm/datasets.h"
#include "qualm/io.h"
#include "qualm/report/formats.h"

namespace qualm::report {

/// The formats of `qualm data`: a table or JSON (schemas qualm.data/1, qualm.data_check/1,
/// qualm.data_get/1).
[[nodiscard]] std::span<const Format> data_formats() noexcept;

/// The caller finishes the sink. All throw usage if the format is none of data_formats.
/// `places` are the folders searched.
void write_found(Format format, io::Sink& sink, std::span<const FoundDataset> found,
                 std::span<const std::string> places, const TableStyle& style = {});
void write_checked(Format format, io::Sink& sink, const DatasetInfo& info,
                   std::span<const CheckedFile> files, const TableStyle& style = {});
void write_got(Format format, io::Sink& sink, const DatasetInfo& info,
               std::span<const GotFile> files, const TableStyle& style = {});

}  // namespace qualm::report
