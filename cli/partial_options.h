// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "add_options.h"
#include "output_options.h"
#include "qualm/state.h"

namespace qualm::cli {

/// The options of commands that can work on one shard and leave the result to `qualm merge`.
struct PartialArguments {
  std::string path, shard;

  [[nodiscard]] bool is_given() const { return !path.empty(); }
};
void add_partial_options(CommandBuilder& command, PartialArguments& arguments);

/// Before the work: throws usage if the shard is not one, or if something is asked for that only
/// all shards together have. `plot`: where a plot should go.
void check_partial(const PartialArguments& arguments, const OutputArguments& output,
                   const std::string& plot = {});

/// Opens the file, has `fill` do the work, and writes the state. Where the first of the inputs is
/// an array of length 0 (in an .npz: by that key) the shard has no rows: then the state stays as it
/// was given.
void write_partial(const PartialArguments& arguments, const std::vector<std::string>& inputs,
                   const std::string& key, State state, const std::function<void(State&)>& fill);

}  // namespace qualm::cli
