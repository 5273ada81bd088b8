// SPDX-License-Identifier: Apache-2.0
// Compiled instead of hdf5.cpp where libhdf5 was not found.
#include "error/absent_part.h"
#include "io/format.h"

namespace qualm::io {

StoredArray open_hdf5(const SourceFile& file, const OpenOptions& /*options*/) {
  throw_absent(file.label + ": reading HDF5 files", "libhdf5", "libhdf5-dev");
}

std::vector<std::string> hdf5_names(const SourceFile& file) {
  throw_absent(file.label + ": reading HDF5 files", "libhdf5", "libhdf5-dev");
}

}  // namespace qualm::io
