// SPDX-License-Identifier: Apache-2.0
// HDF5 files, which libhdf5 reads in a process of its own: whatever becomes of that one, this one
// gets numbers or an error.
#include "fuzz/bytes_file.h"
#include "qualm/io.h"

namespace fuzz {

void run_hdf5(Bytes bytes) {
  const BytesFile file(bytes, BytesFile::Kind::named);  // libhdf5 opens it again
  std::vector<std::string> names;
  try_to([&] { names = qualm::io::array_names(file.path()); });
  names.resize(std::min<std::size_t>(names.size(), 3));
  for (const std::string& name : names) {
    try_to([&] { (void)qualm::io::read_numbers(file.path(), {.key = name}); });
  }
}

}  // namespace fuzz
