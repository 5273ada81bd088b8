// SPDX-License-Identifier: Apache-2.0
#include "training/torch/archive.h"

#include <fmt/format.h>

#include <filesystem>

#include "qualm/error.h"
#include "qualm/io.h"
#include "training/sealed_archive.h"

namespace qualm::training {

void write_archive(torch::serialize::OutputArchive& archive, const std::string& path) {
  std::string all;
  archive.save_to([&](const void* bytes, std::size_t size) {
    all.append(static_cast<const char*>(bytes), size);
    return size;
  });
  const auto sink = io::open_atomic_file(path);
  sink->write(sealed(std::move(all)));
  sink->finish();
}

torch::serialize::InputArchive read_archive(const std::string& path, const std::string& remedy) {
  if (!std::filesystem::exists(path)) throw_system(fmt::format("{}: no such file", path));
  const std::string bytes = read_bytes(path);
  const Seal seal = seal_of(bytes);
  if (seal == Seal::broken) {
    throw_data(fmt::format("{}: damaged: its checksum does not match: {}", path, remedy));
  }
  if (seal == Seal::missing) check_records(path, remedy);
  torch::serialize::InputArchive archive;
  try {
    archive.load_from(bytes.data(), bytes.size());
  } catch (const c10::Error&) {
    throw_data(fmt::format("{}: damaged: {}", path, remedy));
  }
  return archive;
}

void save_weights(const torch::nn::Module& network, const std::string& path) {
  torch::serialize::OutputArchive archive;
  network.save(archive);
  write_archive(archive, path);
}

void load_weights(torch::nn::Module& network, const std::string& path) {
  constexpr const char* remedy = "remove it and train again";
  torch::serialize::InputArchive archive = read_archive(path, remedy);
  try {
    network.load(archive);
  } catch (const c10::Error&) {
    throw_data(fmt::format("{}: not the weights of this network: {}", path, remedy));
  }
}

}  // namespace qualm::training
