// SPDX-License-Identifier: GPL-3.0-or-later
// How the window calls kernels, and their families.
#include "core/model/names/user_families.h"
#include "ui/kit/style/shown_names.h"
#include "ui/views/families/families_dialog.h"
#include "ui/window/commands.h"
#include "ui/window/document_tab.h"
#include "ui/window/main_window.h"
#include "ui/window/window_settings.h"

#include <QAction>
#include <QActionGroup>

#include <array>

namespace kernline::ui {
namespace {

struct Choice {
  Command command;
  NameStyle style;
};
constexpr std::array choices{Choice{Command::ShortNames, NameStyle::Short},
                             Choice{Command::DemangledNames, NameStyle::Demangled},
                             Choice{Command::RawNames, NameStyle::Raw}};

}  // namespace

void MainWindow::connectNames() {
  ShownNames& names = ShownNames::shared();
  const auto choose = [this, &names](NameStyle style) {
    names.setStyle(style);
    if (m_settings == Settings::Kept) {
      storeNameStyle(style);
    }
  };
  auto* group = new QActionGroup(this);
  for (const Choice& choice : choices) {
    QAction* action = (*m_commands)[choice.command];
    group->addAction(action);
    connect(action, &QAction::triggered, this, [choose, style = choice.style] { choose(style); });
  }
  connect((*m_commands)[Command::NextNames], &QAction::triggered, this, [choose] {
    choose(static_cast<NameStyle>((static_cast<std::size_t>(ShownNames::style()) + 1) % choices.size()));
  });
  const auto show = [this] {
    for (const Choice& choice : choices) {
      (*m_commands)[choice.command]->setChecked(choice.style == ShownNames::style());
    }
  };
  connect((*m_commands)[Command::EditFamilies], &QAction::triggered, this, [this] {
    const DocumentTab* document = currentDocument();
    const bool isReady = document != nullptr && document->state() == DocumentTab::State::Ready;
    (new FamiliesDialog(isReady ? document->trace() : nullptr, userFamiliesFile(), this))->open();
  });
  connect(&names, &ShownNames::changed, this, show);
  show();
}

}  // namespace kernline::ui
