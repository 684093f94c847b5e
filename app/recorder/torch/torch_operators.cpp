// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/torch/torch_operators.h"

#include "app/recorder/io/quiet_thread.h"
#include "app/recorder/torch/layout_search.h"
#include "app/recorder/torch/module_hooks.h"
#include "app/recorder/torch/operator_observer.h"

#include <chrono>
#include <utility>

namespace kernline::recorder {

namespace {

constexpr std::chrono::milliseconds period{20};

// The interpreter may call when the recording is over.
std::mutex currentMutex;
TorchOperators* current = nullptr;

}  // namespace

TorchOperators::TorchOperators(EventSink& sink, ProcessIdentity process, RecordingClock clock, TorchChoice choice,
                               Attached attached)
    : m_sink(sink), m_clock(clock), m_choice(choice), m_attached(attached), m_lines(std::move(process)) {
  {
    const std::scoped_lock lock(currentMutex);
    current = this;
  }
  askToAttach();
  m_worker = quietThread([this] { work(); });
}

TorchOperators::~TorchOperators() {
  stop();
}

/// Has the interpreter attach us, if both it and PyTorch are there.
void TorchOperators::askToAttach() {
  const std::scoped_lock lock(m_mutex);
  if (m_state != State::Waiting || !TorchLibrary::find()) {
    return;
  }
  const auto python = Python::find();
  if (!python) {
    m_state = State::Impossible;
    m_notes.emplace_back("PyTorch runs without Python: its operators are not recorded");
  } else if (python->callSoon(&attachCall, nullptr)) {
    m_state = State::Asked;
  }
}

int TorchOperators::attachCall(void* /*unused*/) {
  const std::scoped_lock lock(currentMutex);
  if (current != nullptr) {
    current->attach();
  }
  return 0;
}

/// Runs in the main thread of the interpreter.
void TorchOperators::attach() {
  const std::scoped_lock lock(m_mutex);
  const auto torch = TorchLibrary::find();
  const auto python = Python::find();
  if (m_state != State::Asked || !torch || !python) {
    return;
  }
  LayoutSearch search(*torch, *python);
  if (!search.begin()) {
    m_state = State::Waiting;  // it is still being imported
    return;
  }
  TorchLayout layout = search.find();
  if (m_choice.hasModules && !hookModules(*python)) {
    m_notes.emplace_back("this PyTorch version has no global module hooks: modules are not recorded");
  }
  if (m_choice.hasShapes && !layout.knowsInputs()) {
    m_notes.emplace_back("the memory layout of this PyTorch version is not supported: operators have no shapes");
  }
  if (!m_choice.hasShapes) {
    layout.sizes = 0;
  }
  const std::uint64_t before = search.timeOfOperator();
  observer::begin(*torch, layout, m_clock);
  const std::uint64_t during = search.timeOfOperator();
  m_cost = during > before ? during - before : 0;
  observer::forgetOwn();
  m_attached();
  m_state = State::Attached;
}

bool TorchOperators::isWaiting() {
  const std::scoped_lock lock(m_mutex);
  return m_state == State::Waiting || m_state == State::Asked;
}

void TorchOperators::work() {
  std::unique_lock lock(m_mutex);
  while (!m_changed.wait_for(lock, period, [&] { return m_isEnding; })) {
    drain();
    lock.unlock();
    askToAttach();
    lock.lock();
  }
}

void TorchOperators::passOn() {
  const std::scoped_lock lock(m_mutex);
  drain();
}

void TorchOperators::drain() {
  constexpr std::size_t maxPendingBytes = std::size_t{1} << 20U;
  observer::eachThread([&](ThreadRecords& each) {
    auto& reader = m_readers.try_emplace(each.thread, m_lines, each.thread).first->second;
    each.ring.read([&](std::span<const std::byte> record) {
      reader.read(record);
      if (m_lines.text().size() >= maxPendingBytes) {
        flush();
      }
    });
    m_lost += each.ring.takeLost();
  });
  flush();
}

void TorchOperators::flush() {
  if (m_lines.text().empty()) {
    return;
  }
  const std::uint64_t count = m_lines.counts().sum();
  (m_sink.write(m_lines.text(), m_lines.counts()) ? m_written : m_lost) += count;
  m_lines.clear();
}

std::uint64_t TorchOperators::stop() {
  if (!m_worker.joinable()) {
    return m_lost;
  }
  observer::end();
  {
    const std::scoped_lock lock(m_mutex);
    m_isEnding = true;
  }
  m_changed.notify_all();
  m_worker.join();
  {
    const std::scoped_lock lock(currentMutex);
    current = nullptr;
  }
  drain();
  for (auto& [thread, reader] : m_readers) {
    reader.end(m_clock.now());
    m_lost += reader.lost();
  }
  flush();
  return m_lost;
}

void TorchOperators::abandon() {
  observer::abandon();
  m_worker.detach();
}

}  // namespace kernline::recorder
