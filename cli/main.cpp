// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "command_line.h"
#include "exit_codes.h"
#include "interruption.h"
#include "io/text.h"
#include "qualm/error.h"

namespace {

using qualm::Error;
using qualm::ErrorKind;

/// Tells what went wrong in one line on standard error; gives the exit code.
int report(const std::string& who, const Error& error) {
  std::string message = qualm::io::printable(error.what(), 4096);
  if (error.kind() == ErrorKind::interrupted) {
    // An empty message means that the reader of our output went away: nothing is wrong.
    if (message.empty()) return 0;
    fmt::print(stderr, "{}: {}\n", who, message);
    return qualm::cli::exit_code(error.kind());
  }
  if (error.kind() == ErrorKind::usage) {
    if (message.find_last_of(".?!") + 1 != message.size()) message += '.';
    message += fmt::format(" See '{} --help'", who);
  }
  if (error.kind() == ErrorKind::internal) {
    message = fmt::format("internal error: {}: please report this", message);
  }
  fmt::print(stderr, "{}: {}\n", who, message);
  return qualm::cli::exit_code(error.kind());
}

}  // namespace

int main(int count, char** values) {
  std::string who = "qualm";
  try {
    qualm::cli::catch_interruptions();
    return qualm::cli::run_command_line(std::vector<std::string>(values + 1, values + count), who);
  } catch (const Error& error) {
    // Whatever a call says that was cut short, the user knows why.
    const bool stopped = qualm::cli::is_interrupted() && error.kind() != ErrorKind::interrupted;
    return report(who, stopped ? Error(ErrorKind::interrupted, "interrupted") : error);
  } catch (const std::bad_alloc&) {
    return report(who, Error(ErrorKind::system, "out of memory"));
  } catch (const std::exception& error) {
    return report(who, Error(ErrorKind::internal, error.what()));
  }
}
