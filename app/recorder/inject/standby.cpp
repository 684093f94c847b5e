// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/inject/standby.h"

#include "app/recorder/inject/running_cuda.h"
#include "app/recorder/io/armed_control.h"
#include "app/recorder/io/quiet_thread.h"
#include "app/recorder/io/recorded_environment.h"
#include "app/recorder/io/recording_clock.h"
#include "app/recorder/python/exception_hooks.h"
#include "app/recorder/torch/memory_hooks.h"

#include <fmt/format.h>
#include <sys/socket.h>

#include <array>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <string_view>
#include <utility>

namespace kernline::recorder {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds hookPeriod{20};
constexpr milliseconds laterHookPeriod{200};
constexpr int earlyHooks = 500;  // tries; what is not there then comes late

Standby* current = nullptr;
enum class Hooking : std::uint8_t { Wanted, Asked, Done };
std::atomic<Hooking> hooking{Hooking::Wanted};

/// The first optimizer that steps is the one whose steps count. The program waits until the recording has begun or
/// ended; ctypes lets the interpreter go meanwhile.
constexpr const char* addHook = R"py(
import ctypes
import sys
import time

register = sys.modules['torch.optim.optimizer'].register_optimizer_step_post_hook
begun = ctypes.CFUNCTYPE(None)({})
stepped = ctypes.CFUNCTYPE(None)({})
is_settled = ctypes.CFUNCTYPE(ctypes.c_int)({})
counted = []


def settle():
    until = time.monotonic() + 5
    while not is_settled() and time.monotonic() < until:
        time.sleep(0.001)


def after(optimizer, args, kwargs):
    if not counted:
        counted.append(id(optimizer))
    if counted[0] == id(optimizer):
        stepped()
        settle()


register(after)
begun()
)py";

template <typename Function>
std::uintptr_t addressOf(Function* function) {
  return reinterpret_cast<std::uintptr_t>(function);
}

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

}  // namespace

void Standby::begin(Actions actions) {
  const std::string name(variable(armedVariable));
  Descriptor socket = name.empty() ? Descriptor{} : connectTo(name);
  if (!socket || current != nullptr) {
    return;
  }
  current = new Standby(std::move(socket), actions);  // the program's threads may step until the very end
  current->m_isKept = std::getenv(whenVariable) != nullptr;
  current->m_when = readConditions(variable(whenVariable));
  current->watchSteps();
  current->wantHooks();
  if (current->send(FrameKind::StandBy)) {
    quietThread([] { current->listen(); }).detach();
  }
}

void Standby::abandon() {
  if (current != nullptr) {
    current->m_socket = {};
    current = nullptr;
  }
}

Standby::Standby(Descriptor socket, Actions actions) : m_socket(std::move(socket)), m_actions(actions) {}

void Standby::watchSteps() {
  const std::string_view factorText = variable(slowStepVariable);
  double factor = 0;
  std::from_chars(factorText.data(), factorText.data() + factorText.size(), factor);
  const auto steps = readStepRange(variable(stepsVariable));
  if (steps || factor > 0) {
    m_steps = std::make_unique<StepWatch>(steps ? std::optional(*steps) : std::nullopt, factor);
  }
}

void Standby::wantHooks() {
  if (m_when.hasException) {
    m_hooks.push_back({.add = &Standby::addExceptionHook});
    m_hooks.push_back({.add = &hookTrainingStep});
  }
  if (m_when.hasOutOfMemory) {
    m_hooks.push_back({.add = &Standby::addMemoryHook});
  }
  if (m_steps != nullptr) {
    m_hooks.push_back({.add = &Standby::addStepHook});
  }
  hooking = m_hooks.empty() ? Hooking::Done : Hooking::Wanted;
}

bool Standby::send(FrameKind kind, std::string_view body) {
  const std::scoped_lock lock(m_sendMutex);
  return sendNow(m_socket.get(), frameBytes(kind, body));
}

void Standby::listen() {
  FrameReader reader;
  std::array<char, 4096> bytes{};
  for (int tries = 0;;) {
    if (hooking == Hooking::Wanted) {
      ++tries;
      const auto python = Python::find();
      hooking = Hooking::Asked;
      if (!python || !python->callSoon(&hookCall, nullptr)) {
        hooking = Hooking::Wanted;
      }
    }
    const milliseconds period = tries < earlyHooks ? hookPeriod : laterHookPeriod;
    if (!waitReadable(m_socket.get(), hooking != Hooking::Done ? period : milliseconds(60'000))) {
      continue;
    }
    const ssize_t count = ::recv(m_socket.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (count <= 0) {
      return;  // the recorder is gone
    }
    reader.add({bytes.data(), static_cast<std::size_t>(count)});
    while (const auto frame = reader.next()) {
      if (frame->kind == FrameKind::Fire) {
        m_actions.begin(readVariables(frame->body));
        send(FrameKind::Begun);
      }
      m_isRefused = m_isRefused || frame->kind == FrameKind::Stop;
    }
  }
}

/// Runs in the main thread of the interpreter.
int Standby::hookCall(void* /*unused*/) {
  const auto python = Python::find();
  if (current == nullptr || !python) {
    return 0;
  }
  bool areAllAdded = true;
  for (Hook& hook : current->m_hooks) {
    hook.isAdded = hook.isAdded || hook.add(*python);
    areAllAdded = areAllAdded && hook.isAdded;
  }
  hooking = areAllAdded ? Hooking::Done : Hooking::Wanted;  // some modules are not imported yet
  return 0;
}

bool Standby::addStepHook(const Python& python) {
  const std::string code = fmt::format(fmt::runtime(addHook), addressOf(&Standby::begun), addressOf(&Standby::stepped),
                                       addressOf(&Standby::isSettled));
  return PythonScript(python).run(code.c_str());
}

bool Standby::addExceptionHook(const Python& python) {
  return hookExceptions(python, &Standby::raised);
}

bool Standby::addMemoryHook(const Python& python) {
  const bool isAdded = hookOutOfMemory(python, &Standby::exhausted);
  current->m_knowsMemory = isAdded;
  return isAdded;
}

void Standby::raised(const char* text) {
  report(Trigger::Kind::Exception, text);
}

void Standby::exhausted(std::int64_t device, std::uint64_t wanted, std::uint64_t free) {
  report(Trigger::Kind::OutOfMemory,
         fmt::format("{} wanted on GPU {}, {} free", sizeText(wanted), device, sizeText(free)));
}

bool Standby::wantsFailures() {
  return readConditions(variable(whenVariable)).hasOutOfMemory;
}

/// PyTorch's allocator tries again, and reports itself what it cannot get.
void Standby::failed(std::string_view call) {
  if (current != nullptr && !current->m_knowsMemory) {
    report(Trigger::Kind::OutOfMemory, fmt::format("{} failed", call));
  }
}

void Standby::report(Trigger::Kind kind, std::string what) {
  constexpr std::int64_t same = 100'000'000;  // ns: a call within a call
  if (current == nullptr) {
    return;
  }
  const std::int64_t now = RecordingClock::read(CLOCK_MONOTONIC);
  if (kind == Trigger::Kind::OutOfMemory && now - current->m_outOfMemory.exchange(now) < same) {
    return;
  }
  current->send(FrameKind::Trigger, toText(Trigger{.kind = kind, .time = now, .what = std::move(what)}));
  if (kind != Trigger::Kind::SlowStep) {
    current->m_actions.flush();  // the program may not live long
  }
}

void Standby::begun() {
  if (current != nullptr && !current->m_isKept) {
    current->act(current->m_steps->begun());
  }
}

void Standby::stepped() {
  if (current == nullptr) {
    return;
  }
  const StepWatch::Wish wish = current->m_steps->ended(RecordingClock::read(CLOCK_MONOTONIC));
  if (!current->m_isKept) {
    current->act(wish);
  } else if (wish == StepWatch::Wish::Begin) {
    report(Trigger::Kind::SlowStep, current->m_steps->slowStep());
  }
}

int Standby::isSettled() {
  if (current == nullptr) {
    return 1;
  }
  const Actions& actions = current->m_actions;
  switch (current->m_wish) {
    case StepWatch::Wish::Begin:
      return current->m_isRefused || actions.isRecording() ? 1 : 0;
    case StepWatch::Wish::End:
      return actions.isOver() ? 1 : 0;
    case StepWatch::Wish::None:
      break;
  }
  return 1;
}

/// Work of the GPU that belongs to other steps is done first.
void Standby::act(StepWatch::Wish wish) {
  const bool isBeginning = wish == StepWatch::Wish::Begin;
  const bool isInVain = m_isRefused || (isBeginning && m_steps->isAfterSlowSteps() && m_actions.isRecording());
  m_wish = isInVain ? StepWatch::Wish::None : wish;
  if (m_wish != StepWatch::Wish::None) {
    waitForGpus();
    if (!send(isBeginning ? FrameKind::Fire : FrameKind::Stop)) {
      m_wish = StepWatch::Wish::None;
    }
  }
}

}  // namespace kernline::recorder
