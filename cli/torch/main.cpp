// SPDX-License-Identifier: Apache-2.0
// qualm-torch: does the jobs of `qualm train` and `qualm predict`, which start it. A program of its
// own because one that links LibTorch takes most of a second to start.
#include <fmt/format.h>

#include <exception>
#include <string>

#include "../exit_codes.h"
#include "../interruption.h"
#include "../report_error.h"
#include "../standard_streams.h"
#include "jobs.h"
#include "qualm/error.h"

int main(int count, char** values) {
  qualm::cli::reserve_standard_streams();
  if (count != 3) {
    qualm::cli::say("qualm-torch: this program is started by 'qualm train' and others\n");
    return 2;
  }
  const std::string command = values[1];
  return qualm::cli::guarded(fmt::format("qualm {}", command), [&] {
    qualm::cli::catch_interruptions();
    return qualm::cli::run_torch_job(command, values[2]);
  });
}
