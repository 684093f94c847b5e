// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/event_source.h"

#include <functional>
#include <memory>

namespace kernline {

/// Adds to events what another file has of them.
using WrapEvents = std::function<std::shared_ptr<const EventSource>(std::shared_ptr<const EventSource>)>;

}  // namespace kernline
