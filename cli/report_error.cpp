// SPDX-License-Identifier: Apache-2.0
#include "report_error.h"

#include <fmt/format.h>

#include <exception>
#include <filesystem>
#include <new>

#include "exit_codes.h"
#include "interruption.h"
#include "io/text.h"
#include "process_group.h"
#include "spell_option.h"
#include "terminal.h"

namespace qualm::cli {
namespace {

int report(const std::string& who, const Error& error) {
  // All processes of a group end with the same error.
  const bool is_silent = !process_group().is_first();
  std::string message = io::printable(spelled(error.message(), spell_option), 4096);
  if (error.kind() == ErrorKind::interrupted) {
    // An empty message means that the reader of our output went away: nothing is wrong.
    if (message.empty()) return 0;
    if (!is_silent) print_message(who, message);
    return exit_code(error.kind());
  }
  if (error.kind() == ErrorKind::usage) {
    if (message.find_last_of(".?!") + 1 != message.size()) message += '.';
    message += fmt::format(" See '{} --help'", who);
  }
  if (error.kind() == ErrorKind::internal) {
    message = fmt::format("internal error: {}: please report this", message);
  }
  if (!is_silent) print_message(who, message);
  return exit_code(error.kind());
}

}  // namespace

int guarded(const std::string& who, const std::function<int()>& work) {
  try {
    return work();
  } catch (const Error& error) {
    // Whatever a call says that was cut short, the user knows why.
    const bool stopped = is_interrupted() && error.kind() != ErrorKind::interrupted;
    return report(who, stopped ? Error(ErrorKind::interrupted, "interrupted") : error);
  } catch (const std::filesystem::filesystem_error& error) {
    return report(who, Error(ErrorKind::system, fmt::format("{}: {}", error.path1().string(),
                                                            error.code().message())));
  } catch (const std::bad_alloc&) {
    return report(who, Error(ErrorKind::system, "out of memory"));
  } catch (const std::exception& error) {
    return report(who, Error(ErrorKind::internal, error.what()));
  }
}

}  // namespace qualm::cli
