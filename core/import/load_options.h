// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>

namespace kernline {

class Trace;

struct LoadOptions {
  unsigned threads = 0;  ///< workers beside the caller's thread; 0: as many as there are cores
  /// Called at most a few times, from a worker, with a part of the trace while the rest loads. May be empty.
  std::function<void(std::shared_ptr<const Trace>)> onPreview;
};

}  // namespace kernline
