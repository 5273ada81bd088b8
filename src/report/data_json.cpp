// SPDX-License-Identifier: Apache-2.0
#include "report/json_document.h"
#include "report/writers.h"

namespace qualm::report {
namespace {

std::vector<std::string> as_strings(std::span<const std::string_view> texts) {
  return {texts.begin(), texts.end()};
}

void write_split(JsonDocument& json, const DatasetSplit& split, const FoundSplit& found) {
  json.open(split.name);
  json.integer("instances", split.n_instances);
  json.text("state", found.is_whole() ? "whole" : found.is_absent() ? "absent" : "partial");
  json.text("folder", found.is_absent() ? "" : found.folder);
  json.open_list("files");
  for (std::size_t i = 0; i < split.files.size(); ++i) {
    json.open();
    json.text("name", split.files[i].name);
    json.text("path", found.paths[i]);
    json.text("sha256", split.files[i].sha256);
    json.close();
  }
  json.close_list();
  json.close();
}

void write_dataset(JsonDocument& json, const FoundDataset& found) {
  const DatasetInfo& info = *found.info;
  json.open();
  json.text("name", info.name);
  json.text("title", info.title);
  json.open("pictures");
  json.integer("height", info.shape[0]);
  json.integer("width", info.shape[1]);
  json.integer("channels", info.shape[2]);
  json.close();
  json.texts("class_names", as_strings(info.class_names));
  json.text("licence", info.licence);
  json.text("debian_package", info.debian_package);
  json.texts("addresses", as_strings(info.addresses));
  json.texts("looked_in", found.looked_in);
  json.open("splits");
  for (std::size_t s = 0; s < info.splits.size(); ++s) {
    write_split(json, info.splits[s], found.splits[s]);
  }
  json.close();
  json.close();
}

void begin(JsonDocument& json, std::string_view schema) {
  json.open();
  json.text("schema", schema);
  json.text("qualm_version", QUALM_VERSION);
}

}  // namespace

void write_found_json(io::Sink& sink, std::span<const FoundDataset> found,
                      std::span<const std::string> places, const TableStyle& /*style*/) {
  JsonDocument json(sink);
  begin(json, "qualm.data/1");
  json.texts("places", places);
  json.open_list("datasets");
  for (const FoundDataset& dataset : found) write_dataset(json, dataset);
  json.close_list();
  json.close();
  json.end();
}

void write_checked_json(io::Sink& sink, const DatasetInfo& info, std::span<const CheckedFile> files,
                        const TableStyle& /*style*/) {
  JsonDocument json(sink);
  begin(json, "qualm.data_check/1");
  json.text("name", info.name);
  json.open_list("files");
  for (const CheckedFile& file : files) {
    json.open();
    json.text("split", file.split);
    json.text("name", file.name);
    json.text("path", file.path);
    json.text("verdict", qualm::name(file.verdict));
    json.text("detail", file.detail);
    json.close();
  }
  json.close_list();
  json.close();
  json.end();
}

void write_got_json(io::Sink& sink, const DatasetInfo& info, std::span<const GotFile> files,
                    const TableStyle& /*style*/) {
  JsonDocument json(sink);
  begin(json, "qualm.data_get/1");
  json.text("name", info.name);
  json.open_list("files");
  for (const GotFile& file : files) {
    json.open();
    json.text("name", file.name);
    json.text("path", file.path);
    json.text("from", file.from);
    json.text("verdict", qualm::name(file.verdict));
    json.close();
  }
  json.close_list();
  json.close();
  json.end();
}

}  // namespace qualm::report
