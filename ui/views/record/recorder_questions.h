// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>

namespace kernline::ui {

/// Short questions to the recorder; one that is not answered in time counts as failed. Going, they are dropped.
class RecorderQuestions : public QObject {
  Q_OBJECT

 public:
  /// `code` is below zero if there was no answer.
  using Answer = std::function<void(int code, const QByteArray& output, const QString& errors)>;

  explicit RecorderQuestions(QObject* parent = nullptr) : QObject(parent) {}
  ~RecorderQuestions() override;

  void ask(const QString& program, const QStringList& arguments, Answer answer);
  [[nodiscard]] bool isAsking() const { return m_asking > 0; }

 Q_SIGNALS:
  void answerReceived();

 private:
  int m_asking = 0;
};

}  // namespace kernline::ui
