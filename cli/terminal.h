// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace qualm::cli {

enum class Color { automatic, always, never };
/// "auto", "always" or "never". Throws usage, with the nearest name, for anything else.
[[nodiscard]] Color parse_color(std::string_view text);

/// What a stream of ours is connected to.
struct Terminal {
  bool is_terminal = false;
  std::size_t width = 0;   ///< columns: COLUMNS, else the terminal's; 0: neither
  std::size_t height = 0;  ///< rows; 0 unless a terminal
  bool color = false;      ///< by --color, NO_COLOR and TERM
};
[[nodiscard]] Terminal standard_output(Color color = Color::automatic);
[[nodiscard]] Terminal standard_error(Color color = Color::automatic);

/// Writes "who: message" to standard error; on a terminal, lines end between words.
void print_message(std::string_view who, std::string_view message);
/// The same: "qualm: note: ..."
void print_note(std::string_view message);

}  // namespace qualm::cli
