// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace qualm::page {

/// The page as web/ was built into this program; empty if it was built without.
[[nodiscard]] std::string_view html_template() noexcept;

/// JSON as it may stand within a <script>: no <, >, & nor line separator is left of it.
[[nodiscard]] std::string escape_for_script(std::string_view json);

/// The template with its data: `data` is JSON. Throws system if there is no template.
[[nodiscard]] std::string fill_template(std::string_view data);

}  // namespace qualm::page
