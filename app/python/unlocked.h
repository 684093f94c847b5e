// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <stop_token>

namespace kernline::python {

/// Does something that knows nothing of Python on a thread of its own, so that other threads of Python go on and Ctrl-C
/// asks it to stop. False, with an exception set, where it was interrupted or threw.
[[nodiscard]] bool runUnlocked(const std::function<void(const std::stop_token& stop)>& work);

}  // namespace kernline::python
