// SPDX-License-Identifier: Apache-2.0
// Compiled instead of matlab_pictures.cpp where libmatio was not found.
#include "datasets/matlab_pictures.h"
#include "error/absent_part.h"
#include "io/text.h"

namespace qualm {

void read_matlab_pictures(const std::string& path, std::size_t /*limit*/, Dataset& /*into*/) {
  throw_absent(io::printable(path, 4096) + ": reading .mat files", "libmatio", "libmatio-dev");
}

}  // namespace qualm
