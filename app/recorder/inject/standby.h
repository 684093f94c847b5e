// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/inject/session.h"
#include "app/recorder/io/conditions.h"
#include "app/recorder/io/step_watch.h"
#include "app/recorder/io/trigger.h"
#include "app/recorder/io/unix_socket.h"
#include "app/recorder/python/python.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::recorder {

/// A process that can be recorded, and is not: waits for an armed recorder's word, and counts the steps of
/// torch.optim's optimizers where the recorder requested some. Costs nothing else. Where the process is recorded all
/// the time, it reports what the recorder's conditions are about. One in a process, for good.
class Standby {
 public:
  struct Actions {
    void (*begin)(const Session::Variables& variables) = nullptr;  ///< a recording; ends an older one first
    bool (*isRecording)() = nullptr;
    bool (*isOver)() = nullptr;
    void (*flush)() = nullptr;  ///< sends what there is
  };

  /// Does nothing if the environment names no armed recorder, or if it does not answer.
  static void begin(Actions actions);
  /// Lets go in a forked child: the recorder's requests are for the parent.
  static void abandon();
  /// Reports a call of CUDA that found no memory.
  static void failed(std::string_view call);
  /// Whether failed() is of interest.
  static bool wantsFailures();

 private:
  /// Something that the interpreter is to do for us; false if it cannot yet.
  struct Hook {
    bool (*add)(const Python& python) = nullptr;
    bool isAdded = false;
  };

  Standby(Descriptor socket, Actions actions);
  void listen();
  void watchSteps();
  void wantHooks();
  bool send(FrameKind kind, std::string_view body = {});
  /// Reports a trigger; safe from any thread.
  static void report(Trigger::Kind kind, std::string what);

  static int hookCall(void* unused);
  static bool addStepHook(const Python& python);
  static bool addExceptionHook(const Python& python);
  static bool addMemoryHook(const Python& python);
  static void raised(const char* text);
  static void exhausted(std::int64_t device, std::uint64_t wanted, std::uint64_t free);
  static void begun();
  static void stepped();
  static int isSettled();
  void act(StepWatch::Wish wish);

  Descriptor m_socket;
  Actions m_actions;
  std::mutex m_sendMutex;
  std::unique_ptr<StepWatch> m_steps;  // steps of the program's thread; nullptr if none are watched
  std::vector<Hook> m_hooks;           // hooks of the interpreter's main thread, once it has been asked
  Conditions m_when;
  bool m_isKept = false;                       // recorded all the time
  std::atomic<bool> m_knowsMemory{false};      // PyTorch reports
  std::atomic<std::int64_t> m_outOfMemory{0};  // time of the last report
  std::atomic<bool> m_isRefused{false};
  StepWatch::Wish m_wish = StepWatch::Wish::None;
};

}  // namespace kernline::recorder
