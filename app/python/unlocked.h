// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <stop_token>

namespace kernline::python {

/// Runs work without any use of Python on a thread of its own, so that other threads of Python go on and Ctrl-C stops
/// it. False, with an exception set, if it was interrupted or threw.
[[nodiscard]] bool runUnlocked(const std::function<void(const std::stop_token& stop)>& work);

}  // namespace kernline::python
