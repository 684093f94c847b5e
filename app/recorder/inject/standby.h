// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/inject/session.h"
#include "app/recorder/io/step_watch.h"
#include "app/recorder/io/unix_socket.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

namespace kernline::recorder {

/// A process that can be recorded, and is not: waits for an armed recorder's word, and counts the steps of
/// torch.optim's optimizers where the recorder asked for some. Costs nothing else. One in a process, for good.
class Standby {
 public:
  struct Actions {
    void (*begin)(const Session::Variables& variables) = nullptr;  ///< a recording; ends an older one first
    bool (*isRecording)() = nullptr;
    bool (*isOver)() = nullptr;
  };

  /// Does nothing if the environment names no armed recorder, or if it does not answer.
  static void begin(Actions actions);
  /// In a forked child: the recorder's word is for the parent.
  static void abandon();

 private:
  Standby(Descriptor socket, Actions actions);
  void listen();
  void watchSteps();
  bool send(FrameKind kind);

  static int hookCall(void* unused);
  static void begun();
  static void stepped();
  static int isSettled();
  void act(StepWatch::Wish wish);

  Descriptor m_socket;
  Actions m_actions;
  std::mutex m_sendMutex;
  std::unique_ptr<StepWatch> m_steps;  // of the program's thread; nullptr if none are watched
  std::atomic<bool> m_isRefused{false};
  StepWatch::Wish m_wish = StepWatch::Wish::None;
};

}  // namespace kernline::recorder
