// SPDX-License-Identifier: Apache-2.0
#include "demo_files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>

#include "io/text.h"
#include "qualm/error.h"
#include "system/system_calls.h"

// The assembler copies each file into the read-only data of the program: no generated source.
#define QUALM_EMBED(symbol, file)                                  \
  __asm__(                                                         \
      ".pushsection .rodata\n"                                     \
      ".global qualm_demo_" #symbol                                \
      "\n"                                                         \
      ".global qualm_demo_" #symbol                                \
      "_end\n"                                                     \
      "qualm_demo_" #symbol ": .incbin \"" QUALM_DEMO_DIR "/" file \
      "\"\n"                                                       \
      "qualm_demo_" #symbol                                        \
      "_end: .byte 0\n"                                            \
      ".popsection\n");                                            \
  extern "C" const char qualm_demo_##symbol[], qualm_demo_##symbol##_end[]

QUALM_EMBED(fashion_mnist, "fashion-mnist.npz");
QUALM_EMBED(mnist, "mnist.npz");
QUALM_EMBED(kmnist, "kmnist.npz");
QUALM_EMBED(pictures, "pictures.npz");

namespace qualm::cli {
namespace {

std::string_view between(const char* first, const char* last) {
  return {first, static_cast<std::size_t>(last - first)};
}

[[noreturn]] void throw_errno() {
  throw_system(fmt::format("the demo's data cannot be unpacked: {}", io::system_text(errno)));
}

}  // namespace

std::span<const DemoFile> demo_files() noexcept {
  static const DemoFile files[] = {
      {"fashion-mnist.npz", between(qualm_demo_fashion_mnist, qualm_demo_fashion_mnist_end)},
      {"mnist.npz", between(qualm_demo_mnist, qualm_demo_mnist_end)},
      {"kmnist.npz", between(qualm_demo_kmnist, qualm_demo_kmnist_end)},
      {"pictures.npz", between(qualm_demo_pictures, qualm_demo_pictures_end)},
  };
  return files;
}

InMemoryFile::InMemoryFile(const DemoFile& file)
    : descriptor_(sys::memory_file(std::string(file.name).c_str())) {
  if (descriptor_ < 0) throw_errno();
  for (std::string_view rest = file.bytes; !rest.empty();) {
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written < 0 && errno != EINTR) {
      ::close(descriptor_);
      throw_errno();
    }
    if (written > 0) rest.remove_prefix(static_cast<std::size_t>(written));
  }
}

InMemoryFile::~InMemoryFile() {
  ::close(descriptor_);
}

std::string InMemoryFile::path() const {
  return sys::path_of_descriptor(descriptor_);
}

}  // namespace qualm::cli
