// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>

#include <cstddef>
#include <memory>
#include <vector>

namespace kernline::ui {

/// Puts widgets side by side, each in the middle of its line, and into as many lines as its width needs.
class FlowLayout : public QLayout {
  Q_OBJECT

 public:
  /// `spacing` in pixels, between widgets and between lines.
  explicit FlowLayout(QWidget* parent, int spacing);
  ~FlowLayout() override;

  void addItem(QLayoutItem* item) override;
  [[nodiscard]] int count() const override { return static_cast<int>(m_items.size()); }
  [[nodiscard]] QLayoutItem* itemAt(int index) const override;
  QLayoutItem* takeAt(int index) override;
  [[nodiscard]] Qt::Orientations expandingDirections() const override { return {}; }
  [[nodiscard]] bool hasHeightForWidth() const override { return true; }
  [[nodiscard]] int heightForWidth(int width) const override { return place({0, 0, width, 0}, false); }
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSize() const override;
  void setGeometry(const QRect& rect) override;

 private:
  struct Line {
    std::size_t end = 0;  ///< the item after its last one
    int height = 0;
  };
  [[nodiscard]] Line lineFrom(std::size_t first, int width) const;
  /// Returns the height that it takes.
  int place(const QRect& rect, bool isForGood) const;

  std::vector<std::unique_ptr<QLayoutItem>> m_items;
};

}  // namespace kernline::ui
