// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/controllers/names_controller.h"

#include "core/model/names/user_families.h"
#include "ui/kit/style/shown_names.h"
#include "ui/views/families/families_dialog.h"
#include "ui/window/parts/commands.h"
#include "ui/window/parts/current_trace.h"
#include "ui/window/parts/window_settings.h"

#include <QAction>
#include <QActionGroup>
#include <QMainWindow>

#include <array>

namespace kernline::ui {
namespace {

struct StyleChoice {
  Command command;
  NameStyle style;
};
constexpr std::array styleChoices{StyleChoice{Command::ShortNames, NameStyle::Short},
                                  StyleChoice{Command::DemangledNames, NameStyle::Demangled},
                                  StyleChoice{Command::RawNames, NameStyle::Raw}};

}  // namespace

NamesController::NamesController(const WindowParts& parts, bool keepsChoice)
    : QObject(&parts.window), m_parts(parts), m_keepsChoice(keepsChoice) {
  auto* group = new QActionGroup(this);
  for (const StyleChoice& choice : styleChoices) {
    group->addAction(parts.commands[choice.command]);
    parts.commands.on(choice.command, this, [this, style = choice.style] { choose(style); });
  }
  parts.commands.on(Command::NextNames, this, [this] {
    choose(static_cast<NameStyle>((static_cast<std::size_t>(ShownNames::style()) + 1) % styleChoices.size()));
  });
  parts.commands.on(Command::EditFamilies, this, [this] { editFamilies(); });
  connect(&ShownNames::shared(), &ShownNames::changed, this, &NamesController::showChoice);
  if (keepsChoice) {
    ShownNames::shared().setStyle(storedNameStyle());
  }
  showChoice();
}

void NamesController::choose(NameStyle style) const {
  ShownNames::shared().setStyle(style);
  if (m_keepsChoice) {
    storeNameStyle(style);
  }
}

void NamesController::showChoice() {
  for (const StyleChoice& choice : styleChoices) {
    m_parts.commands[choice.command]->setChecked(choice.style == ShownNames::style());
  }
}

void NamesController::editFamilies() {
  (new FamiliesDialog(m_parts.current.whole(), userFamiliesFile(), &m_parts.window))->open();
}

}  // namespace kernline::ui
