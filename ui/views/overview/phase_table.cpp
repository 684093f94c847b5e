// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/overview/phase_table.h"

#include "ui/kit/tables/plain_table.h"
#include "ui/kit/tables/rows_model.h"
#include "ui/views/overview/phase_rows.h"

#include <QHeaderView>

namespace kernline::ui {

PhaseTable::PhaseTable(QWidget* parent) : QTableView(parent), m_model(new RowsModel(this)) {
  setObjectName(QStringLiteral("overviewPhases"));
  setAccessibleName(tr("Phases of steps"));
  setModel(m_model);
  makePlain(*this);
  setSelectionMode(QAbstractItemView::SingleSelection);
  hide();
}

void PhaseTable::setPhases(const std::shared_ptr<const std::vector<PhaseSum>>& phases, std::int32_t device) {
  const bool tells = phases && hasPhases(*phases);
  setVisible(tells);
  if (tells) {
    m_model->setRows(phaseRows(phases, device));
    arrangeColumns(*this, m_model->rows());
    setFixedHeight(horizontalHeader()->sizeHint().height() +
                   m_model->rowCount() * verticalHeader()->defaultSectionSize() + 4);
  }
}

}  // namespace kernline::ui
