// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/torch.h>

#include <string>

namespace qualm::training {

/// Writes a LibTorch archive that carries its checksum and appears whole or not at all.
void write_archive(torch::serialize::OutputArchive& archive, const std::string& path);

/// Reads a file that write_archive wrote, now or before there were checksums. Throws data with the
/// `remedy` if it is none, or not what was written.
[[nodiscard]] torch::serialize::InputArchive read_archive(const std::string& path,
                                                          const std::string& remedy);

/// A network's weights alone: run<r>/member<m>.pt.
void save_weights(const torch::nn::Module& network, const std::string& path);
/// Throws data if the file is damaged or of another network, system if there is none.
void load_weights(torch::nn::Module& network, const std::string& path);

}  // namespace qualm::training
