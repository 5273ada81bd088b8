// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace qualm {

/// An idx file of bytes 0, 1, 2, ... or of those given.
[[nodiscard]] std::string idx_file(std::initializer_list<std::uint32_t> shape,
                                   const std::vector<std::uint8_t>& bytes = {});
/// n records of CIFAR-10's binary layout; byte i of the pixels of record r is (r + i) % 251.
[[nodiscard]] std::string cifar_file(const std::vector<std::uint8_t>& labels);
/// A MATLAB file of version 5 with variables X (uint8 32 x 32 x 3 x n, counting up) and y.
/// `packed`: compressed with deflate, as SVHN is.
void write_matlab_file(const std::string& path, const std::vector<std::uint8_t>& labels,
                       bool packed, const char* pictures_name = "X");

}  // namespace qualm
