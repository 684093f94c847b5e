// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/open/file_load.h"

#include <QString>
#include <QWidget>

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace kernline::ui {

class LoadStrip;
class MessagePage;

/// One open file, whatever it is: its loading, and why it is not shown if it is not.
class FileTab : public QWidget {
  Q_OBJECT

 public:
  enum class State { Loading, Ready, Refused, Cancelled };

  FileTab(QString path, QWidget* parent);
  ~FileTab() override;

  [[nodiscard]] State state() const { return m_state; }
  [[nodiscard]] const QString& path() const { return m_path; }
  [[nodiscard]] virtual QString title() const;
  [[nodiscard]] std::chrono::nanoseconds loadTime() const { return m_loadTime; }
  /// Why the file was refused; empty otherwise.
  [[nodiscard]] const QString& refusal() const { return m_refusal; }
  /// What is in a file that is ready, in a few words.
  [[nodiscard]] virtual QString summary() const = 0;
  /// A load or something that its pictures wait for is under way.
  [[nodiscard]] virtual bool isBusy() const { return m_state == State::Loading; }
  /// Of the page that is shown.
  [[nodiscard]] virtual QWidget* pageWidget() const = 0;
  /// What is saved as a picture; nullptr if there is nothing.
  [[nodiscard]] virtual QWidget* pictureWidget() const = 0;

  /// Reads the file again; the view stays where it is.
  void reload();
  void cancel();
  /// For another kind of tab, after `otherKindFound`: the load that has its result.
  [[nodiscard]] std::unique_ptr<FileLoad> takeLoad() { return std::move(m_load); }
  /// Of an archive of logs: those that are not this tab's.
  [[nodiscard]] std::vector<OpenedFile> takeOthers() { return std::exchange(m_others, {}); }
  [[nodiscard]] std::size_t leftOut() const { return m_leftOut; }  ///< how many more there are
  /// For a tab in another window: what was read, or the reading of it. Does not follow the file any more.
  [[nodiscard]] std::unique_ptr<FileLoad> release();
  /// Shows what another tab of the same file, after its `release`, shows of it.
  virtual void resume(const FileTab& before) = 0;

 Q_SIGNALS:
  void stateChanged();  ///< state or content are others now
  void openRequested();
  void otherKindFound();  ///< this tab cannot show what the file is

 protected:
  void resizeEvent(QResizeEvent* event) override;

  /// For a constructor to end with: what arrived already is taken at once.
  void begin(std::unique_ptr<FileLoad> load);
  void placeStrip();
  void sayPartIsShown();
  void stopWatching();
  [[nodiscard]] bool showsMessage() const { return m_message != nullptr; }

  /// Of a file that is ready.
  [[nodiscard]] virtual OpenedFile content() const = 0;
  [[nodiscard]] virtual bool canShow(const OpenedFile& file) const = 0;
  virtual void takeFile(OpenedFile file) = 0;
  virtual void takePreview(std::shared_ptr<const Trace> preview);
  /// Frees what is shown, and hides where: a message takes its place.
  virtual void dropContent() = 0;
  /// Ends a message: the place is the content's again.
  virtual void restoreContent() = 0;

 private:
  void takeResult(Expected<OpenedFile> result);
  void showMessage(const Error& error);

  QString m_path;
  std::vector<OpenedFile> m_others;
  std::size_t m_leftOut = 0;
  State m_state = State::Loading;
  std::unique_ptr<FileLoad> m_load;
  std::chrono::nanoseconds m_loadTime{0};
  std::optional<Error> m_error;  // of a file that is not shown
  QString m_refusal;
  LoadStrip* m_strip = nullptr;
  MessagePage* m_message = nullptr;
};

}  // namespace kernline::ui
