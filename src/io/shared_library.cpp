// SPDX-License-Identifier: Apache-2.0
#include "io/shared_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include "qualm/error.h"
#include "system/system_calls.h"

namespace qualm::io {

// Never closed: such libraries keep state for the life of the program.
SharedLibrary::SharedLibrary(const char* file, const char* package)
    : file_(file),
      handle_(sys::loads_libraries() ? ::dlopen(file, RTLD_NOW | RTLD_LOCAL) : nullptr) {
  if (!sys::loads_libraries()) {
    throw_system(fmt::format(
        "{} cannot be loaded by this statically linked qualm: use the qualm of the wheel or of the "
        "Debian package",
        file));
  }
  if (handle_ == nullptr) {
    throw_system(fmt::format("{} cannot be loaded; install the package {}", file, package));
  }
}

void* SharedLibrary::address_of(const char* symbol) const {
  void* const address = ::dlsym(handle_, symbol);
  if (address == nullptr) throw_system(fmt::format("{} has no {}; is it too old?", file_, symbol));
  return address;
}

}  // namespace qualm::io
