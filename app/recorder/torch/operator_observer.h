// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/record_ring.h"
#include "app/recorder/io/recording_clock.h"
#include "app/recorder/python/nesting_times.h"
#include "app/recorder/torch/torch_library.h"

#include <cstdint>
#include <functional>

namespace kernline::recorder {

/// The records of one thread of the program.
struct ThreadRecords {
  explicit ThreadRecords(std::uint32_t id) : thread(id), ring(ringBytes) {}

  static constexpr std::size_t ringBytes = std::size_t{4} << 20U;
  std::uint32_t thread;  ///< thread id of the operating system
  RecordRing ring;
  NestingTimes nesting;
};

/// Notes the beginning and end of each operator in the thread that calls it: some 0.1 us each, no locks, no memory.
/// One in a process, since PyTorch's callbacks know no context of ours.
namespace observer {

/// Begins to observe. Arguments are noted if `layout` knows them.
void begin(const TorchLibrary& torch, const TorchLayout& layout, RecordingClock clock);
void end();
/// A call of nn.Module in this thread; `module` joins begin and end.
void beginModule(const char* name, std::uint64_t module);
void endModule(std::uint64_t module);
/// Forgets what was noted of this thread and not yet read. Nobody reads meanwhile.
void forgetOwn();
/// Detaches within a forked child, where locks of PyTorch may be held by threads that are not there.
void abandon();
/// Returns the operators that `thread` has called; nullptr if none.
NestingTimes* nestingOf(std::uint32_t thread);
/// Threads that have called an operator so far, in any recording of this process. One thread reads them at a time.
void eachThread(const std::function<void(ThreadRecords&)>& take);

}  // namespace observer

}  // namespace kernline::recorder
