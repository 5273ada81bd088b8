// SPDX-License-Identifier: Apache-2.0
// Whatever happens to the bytes of a valid file, opening it gives an array or a qualm::Error. Run
// under the sanitizers this also shows that no byte outside is touched.
#include <random>

#include "io/support/expect_error.h"
#include "io/support/made_files.h"

namespace qualm::io {
namespace {

using namespace std::string_literals;

const std::string six_numbers = npy("<f4", "(2, 3)", raw<float>({1, 2, 3, 4, 5, 6}));

std::vector<std::string> valid_files() {
  return {
      six_numbers,
      npy_with("{'descr': '<f4', 'fortran_order': True, 'shape': (3, 2), }", six_numbers.substr(64),
               2)
          .substr(0, 128 + 24),
      zip({{.name = "a.npy", .data = six_numbers}}),
      zip({{.name = "a.npy", .data = six_numbers, .method = 8, .flags = 8},
           {.name = "b.npy", .data = six_numbers, .zip64 = true}}),
      deflated_zip("a.npy", six_numbers),
      "cat,dog\n0.25,0.75\n1e-3,.999\n",
      "\xEF\xBB\xBF"
      "id;\"a;b\";c\r\nx;0.5; 0.5\r\n\"y\";nan;1\r\n\r\n",
      "p_0_a,p_0_b,p_1_a,p_1_b\n.1,.9,.2,.8\n",
      "row,member,class,prob\n0,0,a,.1\n0,0,b,.9\n1,0,a,.5\n1,0,b,.5\n",
      safetensors(R"({"a":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]}})",
                  six_numbers.substr(128)),
      safetensors(R"({"__metadata__":{"format":"pt"},"b":{"dtype":"BF16","shape":[2],)"
                  R"("data_offsets":[0,4]}})",
                  "\x80\x3f\x00\x40"s),
      "[0.25,0.75]\n[1e-3,0.999]\n",
      "[[0.25,0.75],[0.5,0.5]]\n[[0.1,0.9],[1,0]]\n",
      R"({"id":"x\u00e9","cat":0.25,"dog":0.75})"
      "\n"
      R"({"dog":0.5,"cat":0.5,"id":null})"
      "\n",
      R"({"label":1,"probs":[0.25,0.75]})"
      "\n",
      gzipped("cat,dog\n0.25,0.75\n"),
      gzipped(six_numbers),
  };
}

/// True if it opens; anything thrown but Error fails the test.
bool opens(const std::string& bytes) {
  try {
    const StoredArray opened = open_bytes(bytes, "");
    EXPECT_EQ(values_of(opened).size(), opened.n_bytes() / item_size(opened.dtype));
    return true;
  } catch (const Error& error) {
    EXPECT_NE(error.kind(), ErrorKind::internal) << error.what();
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    return false;
  }
}

TEST(damage, every_changed_byte_is_survived) {
  for (const std::string& valid : valid_files()) {
    std::string bytes = valid;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      for (int value = 0; value < 256; value += 51) {
        bytes[i] = static_cast<char>(value);
        opens(bytes);
      }
      for (unsigned bit = 0; bit < 8; ++bit) {
        bytes[i] = static_cast<char>(static_cast<unsigned char>(valid[i]) ^ (1U << bit));
        opens(bytes);
      }
      bytes[i] = valid[i];
    }
  }
}

TEST(damage, every_truncation_is_survived) {
  for (const std::string& valid : valid_files()) {
    for (std::size_t size = 0; size < valid.size(); ++size) {
      const bool binary = valid.find('\0') != std::string::npos;
      EXPECT_FALSE(opens(valid.substr(0, size)) && binary) << size;
    }
  }
}

TEST(damage, random_splices_are_survived) {
  std::mt19937 random(20240229);
  const auto below = [&](std::size_t bound) {
    return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random);
  };
  const std::vector<std::string> valid = valid_files();
  for (int round = 0; round < 6000; ++round) {
    std::string bytes = valid[below(valid.size())];
    for (std::size_t edits = 1 + below(4); edits > 0; --edits) {
      const std::string& other = valid[below(2) == 0 ? below(valid.size()) : 0];
      const std::size_t from = below(other.size());
      const std::string piece = other.substr(from, 1 + below(40));
      bytes.replace(below(bytes.size() + 1), below(40), piece);
    }
    opens(bytes);
  }
}

TEST(damage, a_stored_number_that_changed_is_never_returned_from_an_archive) {
  const std::string valid = zip({{.name = "a.npy", .data = six_numbers}});
  const std::size_t first = valid.find(six_numbers);
  for (std::size_t i = first; i < first + six_numbers.size(); ++i) {
    std::string bytes = valid;
    bytes[i] = static_cast<char>(bytes[i] ^ 1);
    EXPECT_FALSE(opens(bytes)) << i;
  }
}

}  // namespace
}  // namespace qualm::io
