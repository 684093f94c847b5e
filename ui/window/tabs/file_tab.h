// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/message.h"
#include "ui/kit/open/file_load.h"
#include "ui/window/tabs/sight.h"

#include <QString>
#include <QWidget>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kernline::ui {

class ChangedStrip;
class LoadStrip;
class MessagePage;
class PartStrip;

/// Further logs of an archive after the first.
struct FurtherLogs {
  std::vector<OpenedFile> logs;
  std::size_t skippedLogs = 0;  ///< number of further logs
};

/// One open file: its loading, and why it is not shown if it is not. It begins as a LoadingTab; what the file turns out
/// to be decides which tab takes its place.
class FileTab : public QWidget {
  Q_OBJECT

 public:
  enum class State { Loading, Ready, Refused, Canceled };

  FileTab(QString path, QWidget* parent);
  ~FileTab() override;

  /// Shows the results of `load`. Those that arrived already are taken at once.
  void begin(std::unique_ptr<FileLoad> load);

  [[nodiscard]] State state() const { return m_state; }
  [[nodiscard]] const QString& path() const { return m_path; }
  [[nodiscard]] virtual QString title() const;
  [[nodiscard]] std::chrono::nanoseconds loadTime() const { return m_loadTime; }
  /// Returns the reason why the file was refused; empty otherwise.
  [[nodiscard]] const QString& refusal() const { return m_refusal; }
  /// The error that `refusal` is about; std::nullopt if the file is shown.
  [[nodiscard]] const std::optional<Error>& error() const { return m_error; }
  /// Returns a short summary of a file that is ready.
  [[nodiscard]] virtual QString summary() const = 0;
  /// A load or something that its pictures wait for is under way.
  [[nodiscard]] virtual bool isBusy() const { return m_state == State::Loading; }
  /// Returns the widget of the page that is shown.
  [[nodiscard]] virtual QWidget* pageWidget() const = 0;
  /// Returns the widget to save as a picture; nullptr if there is none.
  [[nodiscard]] virtual QWidget* pictureWidget() const = 0;

  /// Reads the file again; the view stays where it is.
  void reload();
  void cancel();
  /// Returns the load with what arrived, for another kind of tab after `otherKindFound`.
  [[nodiscard]] std::unique_ptr<FileLoad> takeLoad() { return std::move(m_load); }
  /// Takes the logs of an archive that are not this tab's.
  [[nodiscard]] FurtherLogs takeFurtherLogs() { return std::exchange(m_further, {}); }
  /// Returns what was read, or the reading of it, for a tab in another window. Does not follow the file any more.
  [[nodiscard]] std::unique_ptr<FileLoad> release();
  /// Shows what another tab of the same file shows of it, or was to show.
  virtual void resume(const FileTab& before) = 0;
  [[nodiscard]] virtual Sight sight() const { return {}; }
  /// Sets what to show of the file, if it is a trace, when it arrives.
  virtual void setSight(const Sight& /*sight*/) {}
  /// The writer of this file is gone.
  virtual void endWriting() { m_isWritten = false; }
  /// Returns whether it is a recording without an end, as far as is known.
  [[nodiscard]] bool isWritten() const { return m_isWritten; }
  /// Returns true if the panels around a timeline belong to it.
  [[nodiscard]] virtual bool wantsDocks() const { return false; }

 Q_SIGNALS:
  void stateChanged();  ///< state or content are others now
  void openRequested();
  void otherKindFound();  ///< this tab cannot show what the file is

 protected:
  void showPartialNotice();
  /// Gives a preview back that this tab cannot show.
  void giveBack(std::shared_ptr<const Trace> preview);
  [[nodiscard]] bool showsMessage() const { return m_message != nullptr; }

  /// Returns the contents of a file that is ready.
  [[nodiscard]] virtual OpenedFile content() const = 0;
  /// Returns a check whether a file of which more is read later is unchanged since it was opened. Runs off the GUI
  /// thread.
  [[nodiscard]] virtual std::function<bool()> changeCheck() const { return {}; }
  /// Returns the range that a reload reads, as in `LoadOptions`; empty for all.
  [[nodiscard]] virtual std::string rangeToRead() const { return {}; }

 public:
  /// Returns the part of a ready file that did not fit into memory; empty if none, or if the page reports it itself.
  [[nodiscard]] virtual Message missingPart() const { return {}; }

 protected:
  [[nodiscard]] virtual bool canShow(const OpenedFile& file) const = 0;
  virtual void takeFile(OpenedFile file) = 0;
  virtual void takePreview(std::shared_ptr<const Trace> preview);
  /// Returns the trace to show while loading; nullptr for none.
  [[nodiscard]] virtual std::shared_ptr<const Trace> preview() const { return nullptr; }
  /// A load was canceled. Whether the tab goes on with what it shows of an earlier one.
  [[nodiscard]] virtual bool takeCancel() { return false; }
  /// Frees what is shown, and hides where: a message takes its place.
  virtual void dropContent() = 0;
  /// Ends a message: the place is the content's again.
  virtual void restoreContent() = 0;

 private:
  void takeResult(Expected<OpenedFile> result);
  void watchContent();
  void showMessage(const Error& error);

  QString m_path;
  FurtherLogs m_further;
  bool m_isWritten = true;
  State m_state = State::Loading;
  std::unique_ptr<FileLoad> m_load;
  std::chrono::nanoseconds m_loadTime{0};
  std::optional<Error> m_error;  // error of a file that is not shown
  QString m_refusal;
  LoadStrip* m_strip = nullptr;
  ChangedStrip* m_changed = nullptr;
  PartStrip* m_part = nullptr;
  MessagePage* m_message = nullptr;
};

}  // namespace kernline::ui
