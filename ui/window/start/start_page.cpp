// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/start/start_page.h"

#include "ui/kit/open/remote_file.h"
#include "ui/kit/style/card.h"
#include "ui/kit/style/icons.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/window/start/recent_files.h"
#include "ui/window/start/recent_row.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace kernline::ui {
namespace {

constexpr int startPageWidth = 860;
constexpr QSize minPageSize{320, 200};
constexpr int recentShown = 8;

QPushButton* addButton(Card& card, const char* name, const QString& iconName, const QString& text) {
  auto* button = new QPushButton(icon(iconName), text, &card);
  button->setObjectName(QString::fromUtf8(name));
  button->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  if (card.contents()->count() == 0) {
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addStretch(1);
    card.contents()->addLayout(row);
  }
  auto* row = static_cast<QHBoxLayout*>(card.contents()->itemAt(0)->layout());
  row->insertWidget(row->count() - 1, button);
  return button;
}

}  // namespace

StartPage::StartPage(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("startPage"));
  setMinimumSize(minPageSize);  // the page is hidden while files and docks want the room
  auto* column = new QWidget(this);
  column->setMaximumWidth(startPageWidth);
  auto* layout = new QVBoxLayout(column);
  layout->setContentsMargins(24, 24, 24, 24);
  layout->setSpacing(8);
  layout->addWidget(makeTitle());
  layout->addSpacing(8);
  layout->addWidget(makeCards());
  auto* drop = new QuietLabel(tr("Or drop files and folders anywhere on this window."), column);
  drop->setWordWrap(true);
  layout->addWidget(drop);
  layout->addSpacing(16);

  auto* heading = new QLabel(tr("Recent files"), column);
  heading->setFont(titleFont(font(), 1.0));
  m_recentHeading = heading;
  layout->addWidget(heading);
  m_recent = new QVBoxLayout;
  m_recent->setSpacing(0);
  layout->addLayout(m_recent);

  auto* across = new QHBoxLayout;
  across->addStretch(1);
  across->addWidget(column, 6);
  across->addStretch(1);
  auto* down = new QVBoxLayout(this);
  down->addStretch(2);
  down->addLayout(across);
  down->addStretch(3);
  refresh();
}

QWidget* StartPage::makeTitle() {
  constexpr int logoExtent = 40;
  auto* row = new QWidget(this);
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(12);
  auto* logo = new QLabel(row);
  logo->setPixmap(icon(QStringLiteral("kernline")).pixmap(QSize(logoExtent, logoExtent), devicePixelRatioF()));
  auto* title = new QLabel(QStringLiteral("Kernline"), row);
  title->setFont(titleFont(font(), 2.2));
  layout->addWidget(logo);
  layout->addWidget(title);
  layout->addStretch(1);
  return row;
}

QWidget* StartPage::makeCards() {
  auto* cards = new QWidget(this);
  auto* grid = new QGridLayout(cards);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setSpacing(12);
  const auto addCard = [&](const QString& title, const QString& sentence) {
    auto* card = new Card(title, cards);
    card->setSentence(sentence);
    grid->addWidget(card, grid->count() / 2, grid->count() % 2);
    return card;
  };

  Card* traces = addCard(tr("Traces, memory and logs"),
                         tr("Profiles of PyTorch, JAX, TensorFlow, ROCm, Chrome and more, exports of nsys, memory "
                            "snapshots, and logs with printed tables. Any size, compressed or damaged."));
  auto* open = addButton(*traces, "startOpen", QStringLiteral("open"), tr("&Open…"));
  open->setToolTip(tr("Open traces (Ctrl+O)"));
  open->setDefault(true);
  auto* sample = addButton(*traces, "startSample", QStringLiteral("sample"), tr("Open the &sample"));
  sample->setToolTip(tr("Two training iterations of a transformer on an NVIDIA H200"));
  auto* guide = addButton(*traces, "startGuide", QStringLiteral("info"), tr("Guided loo&k"));
  guide->setToolTip(tr("Five steps through the sample, in two minutes"));
  Card* comparison = addCard(tr("Comparison"), tr("Needs two or more traces of one program, or the logs of "
                                                  "an experiment with many models."));
  auto* compare = addButton(*comparison, "startCompare", QStringLiteral("chart"), tr("&Compare…"));
  Card* distributed = addCard(tr("Many ranks"), tr("Needs one trace per rank, in a folder or an archive."));
  auto* ranks = addButton(*distributed, "startRanks", QStringLiteral("tracks"), tr("Open a fo&lder…"));
  Card* capture = addCard(tr("Live capture"), tr("Runs a bundled CUDA kernel, or your program, and shows its timeline "
                                                 "while it grows. Needs an NVIDIA GPU and its driver."));
  auto* record = addButton(*capture, "startRecord", QStringLiteral("record"), tr("&Record…"));

  connect(open, &QPushButton::clicked, this, &StartPage::openRequested);
  connect(sample, &QPushButton::clicked, this, &StartPage::sampleRequested);
  connect(guide, &QPushButton::clicked, this, &StartPage::guideRequested);
  connect(compare, &QPushButton::clicked, this, &StartPage::compareRequested);
  connect(ranks, &QPushButton::clicked, this, &StartPage::ranksRequested);
  connect(record, &QPushButton::clicked, this, &StartPage::recordRequested);
  return cards;
}

void StartPage::refresh() {
  while (QLayoutItem* item = m_recent->takeAt(0)) {
    item->widget()->hide();
    item->widget()->deleteLater();
    delete item;
  }
  const QStringList files = RecentFiles::list().mid(0, recentShown);
  for (const QString& path : files) {
    addRecent(path);
  }
  m_recentHeading->setVisible(!files.isEmpty());
}

void StartPage::addRecent(const QString& path) {
  auto* row = new RecentRow(path, mayExist(path), this);
  connect(row, &RecentRow::clicked, this, [this, path] { Q_EMIT fileRequested(path); });
  m_recent->addWidget(row);
}

}  // namespace kernline::ui
