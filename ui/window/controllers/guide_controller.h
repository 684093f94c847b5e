// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/guide/guide_card.h"
#include "ui/window/parts/window_parts.h"

#include <QObject>
#include <QPointer>

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace kernline {
class Trace;
}

namespace kernline::ui {

class GuideOutline;

/// The guided look at the sample: a few steps, each of which shows a part of the window and its purpose. It begins by
/// itself when the sample is opened for the first time, and by its command at any time.
class GuideController : public QObject {
  Q_OBJECT

 public:
  /// Creates the guide; with `isKept` it begins by itself, once for each user.
  GuideController(const WindowParts& parts, bool isKept);

  /// Begins at the first step, on the sample, which is opened if it is not.
  void begin();
  [[nodiscard]] bool isOn() const { return m_card != nullptr; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Step {
    GuideCard::Step told;
    std::function<QWidget*()> show;  ///< brings its subject into view
  };

  [[nodiscard]] std::vector<Step> steps();
  [[nodiscard]] bool showsSample() const;
  void offer(const QString& ready);
  void startIfWanted();
  void start();
  void showStep(std::size_t step);
  void place();
  void end();

  WindowParts m_parts;
  bool m_isKept;
  bool m_isWanted = false;  ///< whether to begin as soon as the sample is there
  std::shared_ptr<const Trace> m_trace;
  std::vector<Step> m_steps;
  std::size_t m_step = 0;
  QPointer<GuideCard> m_card;
  QPointer<GuideOutline> m_outline;
  QPointer<QWidget> m_target;
};

}  // namespace kernline::ui
