// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace qualm::cli {

/// An option or argument as help, completions and manual pages need it.
struct OptionModel {
  std::vector<std::string> names;  ///< "-o", "--output"; or the one name of an argument
  std::string value;               ///< "FILE", "table|csv"; empty: a switch
  std::string description;
  std::string group;
  std::vector<std::string> choices;  ///< the values it can have, where they can be listed
  bool takes_file = false;
  bool takes_list = false;  ///< several choices, separated by commas
  bool repeats = false;     ///< an argument that may be given several times
};

struct CommandModel {
  std::string name;
  std::string path;      ///< "qualm measure"
  std::string summary;   ///< one line
  std::string details;   ///< further paragraphs, maybe none
  std::string examples;  ///< lines as typed
  bool hidden = false;
  std::vector<OptionModel> arguments, options;
  std::vector<CommandModel> commands;
};

/// What CLI11 was told, as plain data. A value named "a|b|c" lists its choices; "FILE" in it means
/// that a file is wanted; "...": a list; FAMILY, SCORE, DATASET and COMMAND stand for the names of
/// those.
/// The first line of an app's description is its summary, the footer its examples.
[[nodiscard]] CommandModel describe(const CLI::App& app);

/// "-o, --output FILE"
[[nodiscard]] std::string usage_of(const OptionModel& option);
/// "qualm measure [OPTIONS] PREDICTIONS..."
[[nodiscard]] std::string synopsis(const CommandModel& model);
/// The options' groups in order of appearance.
[[nodiscard]] std::vector<std::string> groups(const CommandModel& model);

}  // namespace qualm::cli
