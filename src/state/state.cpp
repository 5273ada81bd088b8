// SPDX-License-Identifier: Apache-2.0
#include "qualm/state/state.h"

#include <fmt/format.h>
#include <zlib.h>

#include <charconv>
#include <cstring>

#include "state/fields.h"
#include "state/option_fields.h"
#include "state/valid.h"

namespace qualm {
namespace {

constexpr std::string_view magic = "\x89QUALM\r\n";
constexpr std::uint32_t format_version = 1;

std::uint32_t checksum(std::string_view bytes) {
  return static_cast<std::uint32_t>(
      ::crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

std::size_t rows_of(const OodTables& tables) {
  std::size_t n_rows = tables.in.n_rows;
  for (const OodSet& set : tables.out) n_rows += set.table.n_rows;
  return n_rows;
}

}  // namespace

Shard Shard::parse(std::string_view text) {
  Shard shard;
  const char *const begin = text.data(), *const end = begin + text.size();
  const auto [slash, bad_number] = std::from_chars(begin, end, shard.number);
  if (bad_number == std::errc() && slash < end && *slash == '/') {
    const auto [last, bad_of] = std::from_chars(slash + 1, end, shard.of);
    if (bad_of == std::errc() && last == end && shard.number >= 1 && shard.number <= shard.of) {
      return shard;
    }
  }
  throw_usage(argument("shard", text) + ": write I/R, shard I of R counted from 1, such as 3/16");
}

std::string_view State::command() const noexcept {
  constexpr std::string_view names[] = {"measure", "reject", "ood"};
  return names[content.index()];
}

std::size_t State::n_rows() const noexcept {
  if (const auto* measured = std::get_if<MeasureState>(&content)) {
    return measured->block.measures.n_instances;
  }
  if (const auto* rejected = std::get_if<RejectState>(&content)) return rejected->table.n_rows;
  return rows_of(std::get<OodState>(content).tables);
}

std::string to_bytes(const State& state) {
  state::Packer packer;
  packer(format_version, std::string(QUALM_VERSION), state.shard, state.info,
         static_cast<std::uint8_t>(state.content.index()));
  std::visit([&](const auto& content) { packer(content); }, state.content);
  std::string bytes = std::string(magic) + packer.take();
  const std::uint32_t sum = checksum(bytes);
  bytes.append(reinterpret_cast<const char*>(&sum), sizeof sum);
  return bytes;
}

namespace {

State unpack_state(std::string_view contents) {
  state::Unpacker unpacker(contents);
  std::uint32_t format = 0;
  std::string version;
  unpacker(format, version);
  if (format != format_version || version != QUALM_VERSION) {
    throw_data(fmt::format(
        "written by qualm {}, this is {}: write all parts and merge them with one version", version,
        QUALM_VERSION));
  }
  State state;
  std::uint8_t content = 0;
  unpacker(state.shard, state.info, content);
  if (content == 1) state.content.emplace<RejectState>();
  if (content == 2) state.content.emplace<OodState>();
  state::check_choice(content, std::variant_size_v<decltype(state.content)>);
  std::visit([&](auto& of) { unpacker(of); }, state.content);
  unpacker.end();
  state::check(state);
  return state;
}

}  // namespace

void state::check_start(std::string_view bytes, const std::string& name) {
  if (bytes.starts_with(magic)) return;
  const bool is_cut = magic.starts_with(bytes);
  throw_data(name +
             (is_cut ? ": is truncated: write it again"
                     : ": is not a state of qualm: write one with " + argument("partial", "PART")));
}

State from_bytes(std::string_view bytes, const std::string& name) {
  state::check_start(bytes, name);
  std::uint32_t sum = 0;
  const bool is_long_enough = bytes.size() >= magic.size() + sizeof sum;
  const std::string_view summed = bytes.substr(0, bytes.size() - (is_long_enough ? sizeof sum : 0));
  if (is_long_enough) std::memcpy(&sum, bytes.data() + summed.size(), sizeof sum);
  if (!is_long_enough || sum != checksum(summed)) {
    throw_data(name + ": is damaged or truncated (its checksum does not match): write it again");
  }
  try {
    return unpack_state(summed.substr(magic.size()));
  } catch (const Error& error) {
    throw Error(ErrorKind::data, name + ": " + error.message());
  }
}

}  // namespace qualm
