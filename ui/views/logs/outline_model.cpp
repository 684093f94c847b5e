// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/logs/outline_model.h"

#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/icons.h"
#include "ui/kit/style/theme.h"

#include <QApplication>

#include <algorithm>
#include <utility>

namespace kernline::ui {

void OutlineModel::setOutline(std::shared_ptr<const Log> log, std::shared_ptr<const LogOutline> outline) {
  beginResetModel();
  m_log = std::move(log);
  m_outline = std::move(outline);
  endResetModel();
}

OutlineId OutlineModel::idOf(const QModelIndex& index) const {
  return index.isValid() && m_outline ? static_cast<OutlineId>(index.internalId()) : noOutline;
}

QModelIndex OutlineModel::indexOf(OutlineId id) const {
  if (!m_outline || id >= m_outline->nodes.size()) {
    return {};
  }
  if (id == outlineRoot) {
    return createIndex(0, 0, id);
  }
  // Entries of the log are siblings of the root's own: one level less.
  const auto& siblings = (*m_outline)[(*m_outline)[id].parent].children;
  const auto at = static_cast<int>(std::ranges::find(siblings, id) - siblings.begin());
  return createIndex((*m_outline)[id].parent == outlineRoot ? at + 1 : at, 0, id);
}

QModelIndex OutlineModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) {
    return {};
  }
  if (!parent.isValid()) {
    return createIndex(row, column,
                       row == 0 ? outlineRoot : (*m_outline)[outlineRoot].children[static_cast<std::size_t>(row) - 1]);
  }
  return createIndex(row, column, (*m_outline)[idOf(parent)].children[static_cast<std::size_t>(row)]);
}

QModelIndex OutlineModel::parent(const QModelIndex& child) const {
  const OutlineId id = idOf(child);
  if (id == noOutline || id == outlineRoot || (*m_outline)[id].parent == outlineRoot) {
    return {};
  }
  return indexOf((*m_outline)[id].parent);
}

int OutlineModel::rowCount(const QModelIndex& parent) const {
  if (!m_outline) {
    return 0;
  }
  if (!parent.isValid()) {
    return static_cast<int>((*m_outline)[outlineRoot].children.size()) + 1;
  }
  const OutlineId id = idOf(parent);
  return id == outlineRoot ? 0 : static_cast<int>((*m_outline)[id].children.size());
}

int OutlineModel::columnCount(const QModelIndex& /*parent*/) const {
  return 1;
}

QString OutlineModel::textOf(const OutlineNode& node) const {
  const bool isFile = node.kind == OutlineNode::Kind::File;
  if (isFile && m_log->files()[node.item].found == StringId::empty) {
    return tr("%1 (not found)").arg(node.title);
  }
  return node.count == 0 ? node.title : QStringLiteral("%1 (%2)").arg(node.title, countText(node.count));
}

QString OutlineModel::iconOf(const OutlineNode& node) const {
  switch (node.kind) {
    case OutlineNode::Kind::Root:
      return QStringLiteral("overview");
    case OutlineNode::Kind::Section:
      return node.hasFailure ? QStringLiteral("warning") : QStringLiteral("section");
    case OutlineNode::Kind::Parameters:
      return node.hasFailure ? QStringLiteral("warning") : QStringLiteral("filter");
    case OutlineNode::Kind::Subject:
      return node.hasFailure ? QStringLiteral("failed") : QStringLiteral("next");
    case OutlineNode::Kind::Table:
      return QStringLiteral("statistics");
    case OutlineNode::Kind::Measurements:
    case OutlineNode::Kind::MemoryFigures:
      return QStringLiteral("measure");
    case OutlineNode::Kind::Memory:
      return QStringLiteral("section");
    case OutlineNode::Kind::MemoryRows:
      return QStringLiteral("statistics");
    case OutlineNode::Kind::Settings:
      return QStringLiteral("settings");
    case OutlineNode::Kind::Failure:
      return QStringLiteral("failed");
    case OutlineNode::Kind::File:
      return QStringLiteral("file");
    case OutlineNode::Kind::Text:
      return QStringLiteral("text");
  }
  return {};
}

QString OutlineModel::tipOf(OutlineId id) const {
  const OutlineNode& node = (*m_outline)[id];
  QString tip = id == outlineRoot ? tr("Everything found in the log") : m_outline->path(id);
  if (node.kind == OutlineNode::Kind::File) {
    const LoggedFile& file = m_log->files()[node.item];
    tip = qt(printable(m_log->text(file.path))) + QLatin1Char('\n') +
          (file.found == StringId::empty
               ? tr("Not found near the log")
               : tr("Found: %1\nPress Enter or double-click to open").arg(qt(printable(m_log->text(file.found)))));
  } else if (node.kind == OutlineNode::Kind::Failure) {
    tip = qt(printable(m_log->text(m_log->failures()[node.item].text)));
  }
  if (node.hasFailure && node.kind != OutlineNode::Kind::Failure) {
    tip += QLatin1Char('\n') + tr("Contains a failure");
  }
  return node.kind == OutlineNode::Kind::Text || id == outlineRoot
             ? tip
             : tip + QLatin1Char('\n') + tr("Line %1").arg(node.line);
}

QVariant OutlineModel::data(const QModelIndex& index, int role) const {
  const OutlineId id = idOf(index);
  if (id == noOutline) {
    return {};
  }
  const OutlineNode& node = (*m_outline)[id];
  switch (role) {
    case Qt::DisplayRole:
      return textOf(node);
    case Qt::ToolTipRole:
      return tipOf(id);
    case Qt::DecorationRole:
      return icon(iconOf(node));
    case Qt::ForegroundRole:
      return node.kind == OutlineNode::Kind::Failure ? QVariant(tint(QApplication::palette()).bad) : QVariant();
    default:
      return {};
  }
}

}  // namespace kernline::ui
