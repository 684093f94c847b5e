// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/torch/operator_observer.h"

#include "app/recorder/io/operator_inputs.h"
#include "app/recorder/torch/operator_records.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <mutex>
#include <span>
#include <string_view>
#include <vector>

namespace kernline::recorder::observer {

namespace {

std::atomic<bool> isObserving{false};
TorchLibrary torch;
TorchLayout layout;
RecordingClock clock;
std::array<std::uint64_t, 3> handles{};

std::mutex threadsMutex;
std::vector<ThreadRecords*>& threads() {
  static auto* const all = new std::vector<ThreadRecords*>;  // outlives every thread of the program
  return *all;
}

ThreadRecords& ownRecords() {
  static thread_local ThreadRecords* own = nullptr;
  if (own == nullptr) {
    own = new ThreadRecords(static_cast<std::uint32_t>(::syscall(SYS_gettid)));
    const std::scoped_lock lock(threadsMutex);
    threads().push_back(own);
  }
  return *own;
}

std::span<const std::byte> bytesOf(const OperatorRecord& record) {
  return std::as_bytes(std::span(&record, 1));
}

void note(const OperatorRecord& record, std::string_view name, std::span<const std::byte> inputs) {
  ThreadRecords& own = ownRecords();
  if (record.step == OperatorStep::End) {
    own.nesting.end(record.time);
  } else {
    own.nesting.begin(record.time);
  }
  own.ring.write(bytesOf(record), std::as_bytes(std::span(name)), inputs);
}

void noteEnd(std::uintptr_t function) {
  if (isObserving.load(std::memory_order_acquire)) {
    note({.time = clock.now(), .function = function, .step = OperatorStep::End}, {}, {});
  }
}

template <OperatorStep step, bool hasInputs>
std::unique_ptr<ObserverContext> started(Object function) {
  if (!isObserving.load(std::memory_order_acquire)) {
    return nullptr;
  }
  constexpr std::size_t maxNameLength = 1024;
  const std::string_view name = std::string_view(torch.name(function)).substr(0, maxNameLength);
  OperatorRecord record{.function = reinterpret_cast<std::uintptr_t>(function),
                        .sequence = sequenceNumber(function, layout),
                        .forwardThread = forwardThread(function, layout),
                        .nameBytes = static_cast<std::uint32_t>(name.size()),
                        .step = step};
  std::array<std::byte, 4096> room;  // NOLINT(cppcoreguidelines-pro-type-member-init): written by the packer
  InputPacker packer(room);
  if constexpr (hasInputs) {
    packInputs(function, layout, packer);
  }
  record.time = clock.now();
  note(record, name, packer.packed());
  return nullptr;
}

void ended(Object function, ObserverContext* /*context*/) {
  noteEnd(reinterpret_cast<std::uintptr_t>(function));
}

std::uint64_t observe(RecordFunctionCallback::Scope scope, RecordFunctionCallback::Start start, bool hasInputs) {
  RecordFunctionCallback callback{.start = start, .end = &ended, .needsInputs = hasInputs};
  callback.scopes[scope] = true;
  return torch.addCallback(callback);
}

}  // namespace

void begin(const TorchLibrary& library, const TorchLayout& known, RecordingClock shared) {
  torch = library;
  layout = known;
  clock = shared;
  eachThread([](ThreadRecords& each) { each.nesting.reset(); });
  const bool hasInputs = layout.knowsInputs();
  const RecordFunctionCallback::Start start =
      hasInputs ? &started<OperatorStep::Begin, true> : &started<OperatorStep::Begin, false>;
  isObserving = true;
  handles = {observe(RecordFunctionCallback::Function, start, hasInputs),
             observe(RecordFunctionCallback::BackwardFunction, start, hasInputs),
             observe(RecordFunctionCallback::User, &started<OperatorStep::BeginRange, false>, false)};
}

void end() {
  if (isObserving.exchange(false)) {
    for (const std::uint64_t handle : handles) {
      torch.removeCallback(handle);
    }
  }
}

void beginModule(const char* name, std::uint64_t module) {
  if (isObserving.load(std::memory_order_acquire)) {
    const std::string_view text(name);
    note({.time = clock.now(),
          .function = module,
          .nameBytes = static_cast<std::uint32_t>(text.size()),
          .step = OperatorStep::BeginModule},
         text, {});
  }
}

void endModule(std::uint64_t module) {
  noteEnd(module);
}

void forgetOwn() {
  ownRecords().ring.read([](std::span<const std::byte>) {});
}

void abandon() {
  isObserving = false;
}

NestingTimes* nestingOf(std::uint32_t thread) {
  const std::scoped_lock lock(threadsMutex);
  const auto found = std::ranges::find(threads(), thread, &ThreadRecords::thread);
  return found == threads().end() ? nullptr : &(*found)->nesting;
}

void eachThread(const std::function<void(ThreadRecords&)>& take) {
  std::vector<ThreadRecords*> all;
  {
    const std::scoped_lock lock(threadsMutex);
    all = threads();
  }
  for (ThreadRecords* each : all) {
    take(*each);
  }
}

}  // namespace kernline::recorder::observer
