// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "add_options.h"
#include "commands.h"
#include "error/choose.h"
#include "interruption.h"
#include "output_options.h"
#include "progress_bar.h"
#include "qualm/datasets.h"
#include "qualm/error.h"
#include "qualm/report.h"

namespace qualm::cli {
namespace {

struct DataArguments {
  std::string action;
  std::vector<std::string> names;
  GetRequest get;
  OutputArguments output;
};

constexpr const char* data_examples =
    R"(qualm data list
qualm data get mnist
qualm data get cifar-10 --data-dir /big/disk --mirror https://example.org/datasets
qualm data check fashion-mnist)";

const DatasetInfo& only_dataset(const DataArguments& arguments) {
  if (arguments.names.size() != 1) {
    throw_usage(
        fmt::format("qualm data {} needs the name of one data set; qualm data list shows them",
                    arguments.action));
  }
  return dataset_info(arguments.names[0]);
}

int list_datasets(const DataArguments& arguments, io::Sink& sink) {
  std::vector<FoundDataset> found;
  for (const DatasetInfo& info : datasets()) {
    if (arguments.names.empty()) found.push_back(find_dataset(info, arguments.get.data_dir));
  }
  for (const std::string& name : arguments.names) {
    found.push_back(find_dataset(dataset_info(name), arguments.get.data_dir));
  }
  report::write_found(arguments.output.chosen_format(), sink, found,
                      dataset_places(arguments.get.data_dir), table_style(arguments.output));
  return 0;
}

int check_datasets(const DataArguments& arguments, io::Sink& sink) {
  const DatasetInfo& info = only_dataset(arguments);
  ProgressBar bar(!arguments.output.quiet, standard_error());
  const FoundDataset found = find_dataset(info, arguments.get.data_dir);
  const std::vector<CheckedFile> files = check_dataset(found, bar.progress());
  bar.wipe();
  report::write_checked(arguments.output.chosen_format(), sink, info, files,
                        table_style(arguments.output));
  const bool is_right = std::none_of(files.begin(), files.end(), [](const CheckedFile& file) {
    return file.verdict == FileVerdict::different || file.verdict == FileVerdict::missing;
  });
  return is_right ? 0 : 1;
}

int get_datasets(const DataArguments& arguments, io::Sink& sink) {
  const DatasetInfo& info = only_dataset(arguments);
  const OutputArguments& output = arguments.output;
  output.note(fmt::format("{}: {}", info.title, info.licence));
  if (!info.debian_package.empty()) {
    output.note(fmt::format("the Debian package {} contains it too", info.debian_package));
  }
  std::optional<ProgressBar> bar;
  GetListener listener;
  listener.starts = [&](const std::string& address) {
    bar.reset();
    output.note(address);
    bar.emplace(!output.quiet, standard_error());
  };
  listener.progress = {[&](std::uint64_t done, std::uint64_t total) {
                         if (bar) bar->update(done, total);
                       },
                       [] { return is_interrupted(); }};
  const std::vector<GotFile> files = get_dataset(info, arguments.get, listener);
  bar.reset();
  report::write_got(output.chosen_format(), sink, info, files, table_style(output));
  return 0;
}

struct Action {
  std::string_view name;
  int (*run)(const DataArguments& arguments, io::Sink& sink);
};
constexpr Action actions[] = {
    {"list", list_datasets}, {"get", get_datasets}, {"check", check_datasets}};

int run_data(const DataArguments& arguments) {
  const Action& action = actions[choose("action", arguments.action, actions)];
  const std::unique_ptr<io::Sink> sink = open_output(arguments.output, {});
  const int code = action.run(arguments, *sink);
  sink->finish();
  return code;
}

}  // namespace

Run setup_data(CommandBuilder& command) {
  auto arguments = std::make_shared<DataArguments>();
  command.examples(data_examples);
  arguments->output.formats = report::data_formats();
  command.argument("ACTION", "list|get|check",
                   "list: show known data sets and the files found; get: download; check: compare "
                   "files with the published checksums",
                   arguments->action, Presence::required);
  command.argument("DATASET", "DATASET", "name of the data set; list without a name shows all",
                   arguments->names, Presence::optional);
  OptionGroup where(command, "Location");
  where.text(
      "--data-dir", "DIR",
      "folder to search first and to download to. Default: QUALM_DATA, else the user's data folder",
      arguments->get.data_dir);
  where.text("--mirror", "URL|DIR",
             "download from this address or folder instead of the authors' addresses",
             arguments->get.mirror);
  where.repeated("--split", "train|test", "download only this split", arguments->get.splits);
  add_output_options(command, arguments->output);
  return [arguments] { return run_data(*arguments); };
}

}  // namespace qualm::cli
