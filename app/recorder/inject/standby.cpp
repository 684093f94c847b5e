// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/inject/standby.h"

#include "app/recorder/inject/running_cuda.h"
#include "app/recorder/io/armed_control.h"
#include "app/recorder/io/quiet_thread.h"
#include "app/recorder/io/recorded_environment.h"
#include "app/recorder/io/recording_clock.h"
#include "app/recorder/python/python.h"

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

Standby* current = nullptr;
enum class Hook : std::uint8_t { Wanted, Asked, Added };
std::atomic<Hook> hook{Hook::Wanted};

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
  current->watchSteps();
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

bool Standby::send(FrameKind kind) {
  const std::scoped_lock lock(m_sendMutex);
  return sendNow(m_socket.get(), frameBytes(kind, ""));
}

void Standby::listen() {
  FrameReader reader;
  std::array<char, 4096> bytes{};
  while (true) {
    const bool waitsForHook = m_steps != nullptr && hook != Hook::Added;
    if (waitsForHook && hook == Hook::Wanted) {
      const auto python = Python::find();
      hook = Hook::Asked;
      if (!python || !python->callSoon(&hookCall, nullptr)) {
        hook = Hook::Wanted;
      }
    }
    if (!waitReadable(m_socket.get(), waitsForHook ? hookPeriod : milliseconds(60'000))) {
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

/// In the main thread of the interpreter.
int Standby::hookCall(void* /*unused*/) {
  const auto python = Python::find();
  const std::string code = fmt::format(fmt::runtime(addHook), addressOf(&Standby::begun), addressOf(&Standby::stepped),
                                       addressOf(&Standby::isSettled));
  hook = python && PythonScript(*python).run(code.c_str()) ? Hook::Added : Hook::Wanted;  // or not imported yet
  return 0;
}

void Standby::begun() {
  if (current != nullptr) {
    current->act(current->m_steps->begun());
  }
}

void Standby::stepped() {
  if (current != nullptr) {
    current->act(current->m_steps->ended(RecordingClock::read(CLOCK_MONOTONIC)));
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
