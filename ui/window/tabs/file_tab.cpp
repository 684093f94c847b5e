// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tabs/file_tab.h"

#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/window/tabs/changed_strip.h"
#include "ui/window/tabs/load_strip.h"
#include "ui/window/tabs/message_page.h"
#include "ui/window/tabs/part_strip.h"
#include "ui/window/tabs/stored_path.h"

#include <QFileInfo>
#include <QVBoxLayout>

#include <utility>

namespace kernline::ui {
namespace {

bool isFolder(const QString& path) {
  return QFileInfo(path).isDir();
}

/// An error's message as a sentence of its own: the page names the file already.
QString sentenceOf(const Error& error, const QString& path) {
  QString text = coreText(error.message);
  bool isName = error.message.beginsWithName();
  if (text.startsWith(path + QStringLiteral(": "))) {
    text.remove(0, path.size() + 2);
    isName = false;
  } else if (text.startsWith(path + QLatin1Char(' '))) {
    text.replace(0, path.size(), isFolder(path) ? Words::tr("the folder") : Words::tr("the file"));
    isName = false;
  }
  if (!text.isEmpty() && !isName) {
    text[0] = text[0].toUpper();
  }
  return text.endsWith(QLatin1Char('.')) ? text : text + QLatin1Char('.');
}

}  // namespace

FileTab::FileTab(QString path, QWidget* parent) : QWidget(parent), m_path(std::move(path)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  m_strip = new LoadStrip(this);
  connect(m_strip, &LoadStrip::cancelRequested, this, &FileTab::cancel);
  m_changed = new ChangedStrip(this);
  layout->addWidget(m_changed);
  connect(m_changed, &ChangedStrip::reloadRequested, this, &FileTab::reload);
  m_part = new PartStrip(this);
  layout->addWidget(m_part);
  connect(m_part, &PartStrip::reloadRequested, this, &FileTab::reload);
}

FileTab::~FileTab() {
  m_strip->watch(nullptr);  // stops watching members, which are destroyed first
}

void FileTab::showPartialNotice() {
  m_strip->showPartialNotice();
}

QString FileTab::title() const {
  return m_path == QLatin1String("-") ? tr("standard input") : shortPath(m_path);
}

void FileTab::reload() {
  begin(std::make_unique<FileLoad>(m_path.toStdString(), rangeToRead()));
}

void FileTab::cancel() {
  if (m_state == State::Loading && m_load) {
    m_load->cancel();
  }
}

void FileTab::begin(std::unique_ptr<FileLoad> load) {
  m_state = State::Loading;
  m_error.reset();
  m_refusal.clear();
  m_changed->watch({});
  m_part->hide();
  m_strip->watch(load.get());
  m_load = std::move(load);
  if (m_message != nullptr) {
    m_message->hide();
    m_message->deleteLater();  // its button may be what led here
    m_message = nullptr;
    restoreContent();
  }
  Q_EMIT stateChanged();
  m_load->listen({[this](std::shared_ptr<const Trace> preview) { takePreview(std::move(preview)); },
                  [this](Expected<OpenedFile> result) { takeResult(std::move(result)); }});
}

std::unique_ptr<FileLoad> FileTab::release() {
  m_strip->watch(nullptr);
  if (m_state == State::Ready) {
    OpenedFile file = content();
    file.path = m_path.toStdString();
    m_load->keep(std::move(file));
  } else if (m_error) {
    m_load->keep(std::unexpected(*m_error));
  } else {
    m_load->listen({});
    m_load->keep(preview());
  }
  return std::move(m_load);
}

void FileTab::takePreview(std::shared_ptr<const Trace> /*preview*/) {}

void FileTab::giveBack(std::shared_ptr<const Trace> preview) {
  m_strip->watch(nullptr);
  m_load->keep(std::move(preview));
  Q_EMIT otherKindFound();
}

void FileTab::takeResult(Expected<OpenedFile> result) {
  m_strip->watch(nullptr);
  if (result && !canShow(*result)) {
    m_load->keep(std::move(result));
    Q_EMIT otherKindFound();
    return;
  }
  m_loadTime = m_load->elapsed();
  if (result) {
    m_state = State::Ready;
    m_path = result->path.empty() ? m_path : qt(result->path);
    m_further = {.logs = std::move(result->others), .skippedLogs = result->skippedLogs};
    takeFile(std::move(*result));
    watchContent();
  } else if (result.error().kind == Error::Kind::Canceled && takeCancel()) {
    m_state = State::Ready;
    watchContent();
  } else {
    showMessage(result.error());
  }
  Q_EMIT stateChanged();
}

void FileTab::watchContent() {
  m_part->say(missingPart());
  m_changed->watch(changeCheck());
}

void FileTab::showMessage(const Error& error) {
  const bool isCanceled = error.kind == Error::Kind::Canceled;
  m_state = isCanceled ? State::Canceled : State::Refused;
  m_error = error;
  m_refusal = sentenceOf(error, m_path);
  dropContent();
  const bool isOfFolder = isFolder(m_path);
  const QString refused = isOfFolder ? tr("Cannot open this folder") : tr("Cannot open this file");
  const QString nothing =
      isOfFolder ? tr("No data from this folder was kept.") : tr("No data from this file was kept.");
  m_message = isCanceled ? new MessagePage(tr("Loading was canceled"), nothing, m_path, this)
                         : new MessagePage(refused, m_refusal, m_path, this);
  layout()->addWidget(m_message);
  m_message->show();
  connect(m_message, &MessagePage::openRequested, this, &FileTab::openRequested);
  connect(m_message, &MessagePage::retryRequested, this, &FileTab::reload);
}

}  // namespace kernline::ui
