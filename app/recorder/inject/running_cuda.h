// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace kernline::recorder {

/// Whether this process has loaded the driver and initialized it. Does neither.
bool isCudaRunning();

/// Waits until everything given to the GPUs whose primary contexts this process has is done.
void waitForGpus();

}  // namespace kernline::recorder
