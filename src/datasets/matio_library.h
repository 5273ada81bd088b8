// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <matio.h>

#include "io/shared_library.h"

namespace qualm {

/// The functions of libmatio that we call.
struct MatioLibrary {
  io::SharedLibrary library{"libmatio.so.11", "libmatio11"};
  decltype(&Mat_LogInitFunc) log_to = library.find<decltype(&Mat_LogInitFunc)>("Mat_LogInitFunc");
  decltype(&Mat_Open) open = library.find<decltype(&Mat_Open)>("Mat_Open");
  decltype(&Mat_Close) close = library.find<decltype(&Mat_Close)>("Mat_Close");
  decltype(&Mat_VarReadInfo) describe = library.find<decltype(&Mat_VarReadInfo)>("Mat_VarReadInfo");
  decltype(&Mat_VarReadDataAll) read =
      library.find<decltype(&Mat_VarReadDataAll)>("Mat_VarReadDataAll");
  decltype(&Mat_VarFree) free = library.find<decltype(&Mat_VarFree)>("Mat_VarFree");
};

}  // namespace qualm
