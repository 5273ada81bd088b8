// SPDX-License-Identifier: Apache-2.0
// Readers of pictures. The first byte chooses the data set that the others are taken for.
#include "qualm/datasets.h"

#include <array>

#include "fuzz/bytes_file.h"

namespace fuzz {

void run_datasets(Bytes bytes) {
  static constexpr std::array<std::string_view, 5> prefixes = {
      "", "mnist=", "cifar-10=", "svhn=", "cifar-10.2="};
  if (bytes.empty()) return;
  const BytesFile file(bytes.subspan(1));
  qualm::DatasetRequest request;
  request.source = std::string(prefixes[bytes[0] % prefixes.size()]) + file.path();
  request.data_dir = "/nowhere";
  const qualm::Dataset data = qualm::load_dataset(request);
  require(data.labels.empty() || data.labels.size() == data.n_instances(),
          "there is one label per picture");
  for (const std::uint32_t label : data.labels) {
    require(label < data.n_classes(), "a label is below the number of classes");
  }
}

}  // namespace fuzz
