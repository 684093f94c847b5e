// SPDX-License-Identifier: GPL-3.0-or-later
// Why nothing can be run, and how a run ended.
#include "ui/views/record/kernel_page.h"
#include "ui/views/record/program_page.h"
#include "ui/views/record/record_panel.h"
#include "ui/views/record/samples_page.h"

#include <QTabWidget>

namespace kernline::ui {

namespace {

constexpr int noGpu = 3;  // the recorder's exit code

}  // namespace

QString RecordPanel::whyNot(bool isRequested) const {
  if (m_session->isRunning() || isAsking()) {
    return {};
  }
  if (!m_isUsable) {
    const bool isSaidAbove = m_pages->currentWidget() == m_samples;
    const bool isKnown = !m_program.isEmpty() || !m_missing.isEmpty();
    return isSaidAbove || !isKnown ? QString()
           : m_missing.isEmpty()   ? tr("Nothing can be run here; see “This machine”.")
                                   : m_missing;
  }
  if (isRequested) {
    return {};
  }
  return m_pages->currentWidget() == m_programPage ? tr("Enter a command to run.")
         : m_pages->currentWidget() == m_kernels   ? tr("Choose a kernel to run.")
                                                   : tr("Nothing to run again yet; choose a kernel or a program.");
}

QString RecordPanel::wordOf(const RecorderProcess::Ending& ending) const {
  const bool isProgram = m_session->request().kind == RunRequest::Kind::Program;
  if (ending.neverStarted) {
    return tr("Cannot start the recorder: %1").arg(m_session->program());
  }
  if (ending.wasStopped) {
    return m_session->isAnnounced() ? tr("Stopped. The recording was kept.")
                                    : tr("Stopped before anything was recorded.");
  }
  if (ending.hasCrashed) {
    return m_session->isAnnounced() ? tr("The recorder crashed or was killed. The recording so far was kept.")
                                    : tr("The recorder crashed or was killed before anything was recorded.");
  }
  if (ending.code == 0) {
    return isProgram ? tr("The program ended.") : tr("Done");
  }
  if (isProgram) {
    return tr("The program exited with status %1.").arg(ending.code);
  }
  return ending.code == noGpu ? tr("No usable GPU; see “This machine”.") : tr("The run failed.");
}

}  // namespace kernline::ui
