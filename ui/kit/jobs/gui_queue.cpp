// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/jobs/gui_queue.h"

#include <QCoreApplication>
#include <QEvent>

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace kernline::ui {
namespace {

QEvent::Type wakeUpType() {
  static const auto type = static_cast<QEvent::Type>(QEvent::registerEventType());
  return type;
}

class Receiver;

struct Queue {
  std::mutex mutex;
  std::vector<GuiQueue::Task> tasks;
  std::unique_ptr<Receiver> receiver;
  bool isWoken = false;
  bool isClosed = false;
};

Queue& queue() {
  // Never destroyed: a detached worker may still post while the process exits.
  static auto* const instance = new Queue;
  return *instance;
}

void runWaiting() {
  std::vector<GuiQueue::Task> tasks;
  {
    const std::scoped_lock lock(queue().mutex);
    queue().isWoken = false;
    tasks = std::exchange(queue().tasks, {});
  }
  for (GuiQueue::Task& task : tasks) {
    task();
  }
}

class Receiver : public QObject {
 public:
  bool event(QEvent* event) override {
    if (event->type() != wakeUpType()) {
      return QObject::event(event);
    }
    runWaiting();
    return true;
  }
};

void wakeUpLocked(Queue& q) {
  if (q.receiver && !q.isWoken) {
    q.isWoken = true;
    QCoreApplication::postEvent(q.receiver.get(), new QEvent(wakeUpType()));
  }
}

}  // namespace

void GuiQueue::post(Task task) {
  Queue& q = queue();
  const std::scoped_lock lock(q.mutex);
  if (q.isClosed) {
    return;
  }
  q.tasks.push_back(std::move(task));
  wakeUpLocked(q);
}

void GuiQueue::open() {
  Queue& q = queue();
  const std::scoped_lock lock(q.mutex);
  q.isClosed = false;
  q.isWoken = false;
  q.receiver = std::make_unique<Receiver>();
  if (!q.tasks.empty()) {
    wakeUpLocked(q);
  }
}

void GuiQueue::close() {
  Queue& q = queue();
  std::unique_ptr<Receiver> receiver;
  std::vector<Task> unrun;
  const std::scoped_lock lock(q.mutex);
  q.isClosed = true;
  receiver = std::move(q.receiver);
  unrun = std::exchange(q.tasks, {});
}

}  // namespace kernline::ui
