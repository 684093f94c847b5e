// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

namespace kernline::ui {

/// Passes calls from workers to the GUI thread: first in, first out. May be used before there is a QApplication; calls
/// posted until then run with the first turn of the event loop after `open()`.
class GuiQueue {
 public:
  using Task = std::move_only_function<void()>;

  /// Queues a task from any thread; never blocks on the GUI. Dropped unrun once the queue is closed.
  static void post(Task task);

  /// Opens the queue; call it on the GUI thread, once the application object exists.
  static void open();
  /// Closes the queue; call it on the GUI thread, before the application object goes. Workers may outlive it.
  static void close();
};

}  // namespace kernline::ui
