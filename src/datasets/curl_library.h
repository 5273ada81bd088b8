// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <curl/curl.h>

#include "io/shared_library.h"

namespace qualm {

/// The functions of libcurl that we call.
struct CurlLibrary {
  io::SharedLibrary library{"libcurl.so.4", "libcurl4"};
  decltype(&curl_easy_init) init = library.find<decltype(&curl_easy_init)>("curl_easy_init");
  decltype(&curl_easy_cleanup) cleanup =
      library.find<decltype(&curl_easy_cleanup)>("curl_easy_cleanup");
  decltype(&curl_easy_setopt) set = library.find<decltype(&curl_easy_setopt)>("curl_easy_setopt");
  decltype(&curl_easy_perform) perform =
      library.find<decltype(&curl_easy_perform)>("curl_easy_perform");
  decltype(&curl_easy_getinfo) get =
      library.find<decltype(&curl_easy_getinfo)>("curl_easy_getinfo");
  decltype(&curl_easy_strerror) error_text =
      library.find<decltype(&curl_easy_strerror)>("curl_easy_strerror");
};

}  // namespace qualm
