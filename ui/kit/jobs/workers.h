// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <functional>
#include <memory>

namespace kernline::ui {

/// Runs `work` on a thread of its own. It is not joined; `waitForWorkers` waits for all at the end of the process.
void startWorker(std::move_only_function<void()> work);

/// Blocks until no worker runs; false if some still do after `timeout`.
bool waitForWorkers(std::chrono::milliseconds timeout);

/// Lets go of `value` on a worker: the last owner of a large trace takes long to free it.
void disposeInBackground(std::shared_ptr<const void> value);

}  // namespace kernline::ui
