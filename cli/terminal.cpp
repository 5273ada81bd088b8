// SPDX-License-Identifier: Apache-2.0
#include "terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

#include "error/choose.h"
#include "error/number_text.h"
#include "io/text.h"
#include "launcher.h"
#include "qualm/error.h"
#include "report/text_layout.h"
#include "spell_option.h"
#include "standard_streams.h"

namespace qualm::cli {
namespace {

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody sets it
  return value == nullptr ? "" : value;
}

/// The width that COLUMNS asks for; 0 if it says nothing.
std::size_t asked_width() {
  const std::string_view text = environment("COLUMNS");
  const std::size_t width = parse_exactly<std::size_t>(text).value_or(0);
  return width <= 100'000 ? width : 0;
}

Terminal inspect(int descriptor, Color color) {
  Terminal terminal;
  terminal.is_terminal = isatty(descriptor) != 0;
  if (terminal.is_terminal) {
    winsize size{};
    const bool known = ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    terminal.width = known ? size.ws_col : 80;
    terminal.height = known && size.ws_row > 0 ? size.ws_row : 24;
  }
  if (const std::size_t asked = asked_width(); asked > 0) terminal.width = asked;
  terminal.color =
      color == Color::always || (color == Color::automatic && terminal.is_terminal &&
                                 environment("NO_COLOR").empty() && environment("TERM") != "dumb");
  return terminal;
}

}  // namespace

Color parse_color(std::string_view text) {
  return static_cast<Color>(choose("colour choice", text, {"auto", "always", "never"}));
}

Terminal standard_output(Color color) {
  // mpirun gives each process a terminal of its own, whatever its output goes to.
  if (launched_together()) return inspect(-1, color);
  return inspect(STDOUT_FILENO, color);
}
Terminal standard_error(Color color) {
  return inspect(STDERR_FILENO, color);
}

void print_message(std::string_view who, std::string_view message) {
  const Terminal terminal = standard_error();
  const std::size_t width = terminal.is_terminal ? terminal.width : 0;
  say(report::wrapped(fmt::format("{}: {}", who, message), width) + '\n');
}

void print_note(std::string_view message) {
  print_message("qualm: note", io::printable(spelled(message, spell_option), 4096));
}

}  // namespace qualm::cli
