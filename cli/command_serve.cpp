// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <poll.h>

#include <memory>
#include <optional>
#include <utility>

#include "add_options.h"
#include "commands.h"
#include "interruption.h"
#include "page_options.h"
#include "progress_bar.h"
#include "qualm/error.h"
#include "qualm/server.h"

namespace qualm::cli {
namespace {

constexpr const char* serve_examples =
    R"(qualm serve predictions.npy --labels labels.npy
qualm serve fmnist.npy --labels labels.npy --images pictures.npy --ood mnist=mnist.npy --port 8000)";

struct ServeArguments {
  PageArguments page;
  server::Options options;
};

int run_serve(ServeArguments& arguments) {
  page::require_page();
  server::require_server();
  const OutputArguments& output = arguments.page.predictions.output;
  find_shards(arguments.page.predictions);
  resolve(arguments.page.predictions);
  ProgressBar bar(!output.quiet, standard_error());
  const Listener listener = listen(bar, output);
  page::Request request = open_request(arguments.page, listener);
  std::optional<page::Page> page;  // outlives the server
  server::Server server(arguments.options);
  const std::string& address = arguments.options.address;
  if (address != "127.0.0.1" && address != "::1") {
    output.note(fmt::format(
        "{} can be reached from other machines, and the traffic is not encrypted", address));
  }
  const auto sink = io::open_stdout();
  sink->write(server.url() + "\n");
  sink->finish();
  output.note("press Ctrl-C to stop");
  Listener watched = listener;
  watched.progress.report = [&](std::uint64_t done, std::uint64_t total) {
    server.report(done, total);
    if (listener.progress.report) listener.progress.report(done, total);
  };
  try {
    page.emplace(std::move(request), watched);
    (void)page->live(watched.progress);  // so that the first reader need not wait
  } catch (const Error&) {
    if (is_interrupted()) return 0;  // as it ends at any other time
    throw;
  }
  bar.wipe();
  server.show(*page);
  constexpr int milliseconds = 100;
  while (!is_interrupted()) poll(nullptr, 0, milliseconds);
  return 0;
}

}  // namespace

Run setup_serve(CommandBuilder& command) {
  auto arguments = std::make_shared<ServeArguments>();
  command.examples(serve_examples);
  add_page_options(command, arguments->page);
  OptionGroup group(command, "Server");
  group.text("--address", "ADDRESS", "address to listen on. Default: 127.0.0.1, this machine only",
             arguments->options.address);
  group.value("--port", "N", "port. Default: any free port", [arguments](const std::string& text) {
    arguments->options.port = static_cast<std::uint16_t>(parse_whole("--port", text, 0, 65535));
  });
  add_talk_options(command, arguments->page.predictions.output);
  add_compute_options(command, arguments->page.predictions.compute);
  return [arguments] { return run_serve(*arguments); };
}

}  // namespace qualm::cli
