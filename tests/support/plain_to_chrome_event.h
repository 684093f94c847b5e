// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/events/event.h"
#include "tests/support/plain_events.h"

#include <list>
#include <string>

namespace kernline::test {

/// The importer's view of one plainly read event. The texts it points to live in `kept` and in `plain`.
[[nodiscard]] chrome::Event chromeEvent(const PlainEvent& plain, std::list<std::string>& kept);

/// "7" for 7, "7" and 7.0; what is no whole number stays as it is.
[[nodiscard]] std::string canonical(const std::string& id);

}  // namespace kernline::test
