// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace qualm::io {

/// A library that is loaded when it is first needed: libcurl and libmatio bring thirty others each,
/// which would double the time that every start of the program takes, and the wheel can do without.
class SharedLibrary {
 public:
  /// Throws system, naming the Debian package to install, if it cannot be loaded, and in a
  /// statically linked program.
  SharedLibrary(const char* file, const char* package);

  /// Needs: Function is the type of that symbol. Throws system if there is none.
  template <class Function>
  [[nodiscard]] Function find(const char* symbol) const {
    return reinterpret_cast<Function>(address_of(symbol));
  }

 private:
  [[nodiscard]] void* address_of(const char* symbol) const;

  std::string file_;
  void* handle_;
};

}  // namespace qualm::io
