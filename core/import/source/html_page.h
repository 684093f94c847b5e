// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/source/input.h"

#include <string_view>

namespace kernline {

/// Whether text that begins like this is an HTML page.
[[nodiscard]] bool isHtmlPage(std::string_view head);

/// The trace inside an HTML page as catapult writes them: a script element with id "viewer-data" (base64, gzip inside)
/// or class "trace-data" (JSON as it is; sections with other data are passed over). The answer reads like a file of
/// its own under the page's path. A page that is not mapped is read to its end first.
/// Errors: no section holds JSON or gzip; a compressed page is far larger than any trace would make it.
[[nodiscard]] Expected<Input> openTraceInPage(const Input& page);

}  // namespace kernline
