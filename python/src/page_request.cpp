// SPDX-License-Identifier: Apache-2.0
#include "page_request.h"

namespace qualm::python {

page::Request page_request(const Source& inside, const NamedSources& outside,
                           const MeasureOptions& measures, const HeldPictures& pictures,
                           const std::string& title, std::size_t n_rows, std::uint64_t seed) {
  page::Request request;
  request.sets.push_back({title, {}, &inside.set(), pictures.file()});
  for (const auto& [name, source] : outside) {
    check_same_ensemble(inside.set(), source->set(), name);
    request.sets.push_back({name, {}, &source->set(), nullptr});
  }
  request.labels = inside.set().labels();
  request.measures = measures;
  request.member_weights = inside.info(measures).member_weights;
  request.n_rows = n_rows;
  request.seed = seed;
  return request;
}

}  // namespace qualm::python
