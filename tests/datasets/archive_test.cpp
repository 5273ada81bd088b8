// SPDX-License-Identifier: Apache-2.0
#include "datasets/archive.h"

#include <cstdlib>

#include "io/support/made_files.h"
#include "support/expect_error.h"

namespace qualm {
namespace {

using io::TemporaryFolder;
using testing::ElementsAre;
using testing::Pair;

/// Files of an archive by name, with their content. All but those called "skip" are wanted.
std::vector<std::pair<std::string, std::string>> unpack(const std::string& path) {
  const TemporaryFolder out;
  std::vector<std::string> names;
  unpack_archive(path, [&](std::string_view name) -> std::unique_ptr<io::Sink> {
    if (name == "skip") return nullptr;
    names.emplace_back(name);
    return io::open_atomic_file(out.path(name));
  });
  std::vector<std::pair<std::string, std::string>> files;
  for (const std::string& name : names) files.emplace_back(name, io::file_bytes(out.path(name)));
  return files;
}

/// An archive made by the tar program, of two small files, a folder and a link.
std::string made_tar(const TemporaryFolder& folder) {
  const std::string command =
      "cd '" + folder.path("") +
      "' && mkdir -p in/deep && head -c 700 /dev/zero > in/deep/a && "
      "printf hello > in/b && printf no > in/skip && ln -sf /etc/passwd in/link && "
      "tar --sort=name -czf a.tar.gz in";
  EXPECT_EQ(std::system(command.c_str()), 0);
  return folder.path("a.tar.gz");
}

TEST(archive, a_tar_file_gives_its_files_by_name_and_no_links) {
  const TemporaryFolder folder;
  EXPECT_THAT(unpack(made_tar(folder)),
              ElementsAre(Pair("b", "hello"), Pair("a", std::string(700, '\0'))));
}

TEST(archive, a_zip_file_gives_its_files_by_name) {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.zip", io::zip({{.name = "gzip/one", .data = "first"},
                                                         {.name = "../../skip", .data = "no"},
                                                         {.name = "../two", .data = "second"}}));
  EXPECT_THAT(unpack(path), ElementsAre(Pair("one", "first"), Pair("two", "second")));
}

TEST(archive, damage_is_told) {
  const TemporaryFolder folder;
  const std::string bytes = io::file_bytes(made_tar(folder));
  const auto refused = [&](const std::string& content, const std::string& word) {
    const std::string path = folder.file("bad", content);
    expect_error(ErrorKind::data, {word}, [&] { static_cast<void>(unpack(path)); });
  };
  refused(bytes.substr(0, bytes.size() / 2), "truncated");
  refused("hello", "neither");
  refused(io::gzipped("hello"), "truncated");
  refused(io::gzipped(std::string(512, 'x')), "damaged");
}

}  // namespace
}  // namespace qualm
