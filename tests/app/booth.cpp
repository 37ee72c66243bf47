#include "app/booth.h"
#include "jobs/training_runs.h"

#include <QCoreApplication>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QPainter>
#include <QProcess>
#include <catch2/catch.hpp>
#include <set>

namespace omegascope::test {

Booth::Booth() {
  m_workbench.training().setFolder(m_training.path());
  settle();
  lockQuery(kStartQuery);
}

void Booth::settle() {
  REQUIRE(m_workbench.settle());
  QCoreApplication::processEvents();
  REQUIRE(m_workbench.snapshot()->sequenceError.empty());
}

std::unique_ptr<Panel> Booth::show(const PanelKind& kind, QSize size) {
  std::unique_ptr<Panel> panel(kind.make(m_workbench, nullptr));
  panel->setAttribute(Qt::WA_DontShowOnScreen);
  panel->resize(size);
  panel->show();
  settle();
  return panel;
}

void Booth::lockQuery(int query) {
  m_workbench.selection().lock({-1, 0, query, -1, -1, -1});
  settle();
}

void Booth::showAllCards() {
  m_workbench.store().change(QStringLiteral("all"), [](Document& d) {
    for (Card& card : d.cards) card.visible = true;
  });
  settle();
}

void Booth::openFile(const QString& path, int tokens, int dims) {
  QProcess synth;
  synth.start(QStringLiteral(OMEGA_BINARY_DIR "/omega"),
              {QStringLiteral("synth"), QStringLiteral("clusters"), QStringLiteral("--n"), QString::number(tokens),
               QStringLiteral("--dim"), QString::number(dims), QStringLiteral("--seed"), QStringLiteral("3"),
               QStringLiteral("--output"), path});
  REQUIRE(synth.waitForFinished(kProgramMs));
  INFO(synth.readAllStandardError().toStdString());
  REQUIRE(synth.exitCode() == 0);
  m_workbench.store().change(QStringLiteral("open"), [&](Document& d) {
    d.workload = Workload{};
    d.workload.preset.clear();
    d.workload.file = path.toStdString();
  });
  settle();
}

const PanelKind& kindOf(const QString& name) {
  const PanelKind* kind = panelKind(name);
  if (kind == nullptr) FAIL("there is no panel " << name.toStdString());
  return *kind;
}

QImage pictureOf(const Panel& panel, QSize size, const Theme& theme) {
  QImage image(size, QImage::Format_ARGB32_Premultiplied);
  image.fill(theme.window);
  QPainter painter(&image);
  panel.render(painter, QRectF(QPointF(), size), theme);
  return image;
}

int colourCount(const QImage& image) {
  std::set<QRgb> colours;
  for (int y = 0; y < image.height() && colours.size() < 100; ++y)
    for (int x = 0; x < image.width() && colours.size() < 100; ++x) colours.insert(image.pixel(x, y));
  return static_cast<int>(colours.size());
}

namespace {

int below(std::mt19937& random, std::size_t count) { return static_cast<int>(random() % count); }

void editCards(DocumentStore& store, std::mt19937& random) {
  static const char* methods[] = {"rfa", "lara", "ra", "eva", "mis", "local"};
  store.change(QStringLiteral("cards"), [&](Document& d) {
    const int what = below(random, 4);
    if (what == 0 && d.cards.size() < 6) {
      d.add(methods[below(random, std::size(methods))]);
    } else if (what == 1 && d.cards.size() > 1) {
      d.cards.erase(d.cards.begin() + below(random, d.cards.size()));
    } else if (!d.cards.empty()) {
      Card& card = d.cards[static_cast<std::size_t>(below(random, d.cards.size()))];
      if (what == 2)
        card.visible = !card.visible;
      else if (card.method == "rfa" || card.method == "ra")
        card.options["samples"] = std::to_string(1 << below(random, 6));
      else if (card.method == "lara")
        card.options["landmarks"] = std::to_string(1 << below(random, 6));
    }
  });
}

}  // namespace

bool waitFor(const std::function<bool()>& condition) { return waitUntil(condition, kProgramMs); }

QString randomEdit(DocumentStore& store, std::mt19937& random) {
  switch (below(random, 5)) {
    case 0: {
      const std::uint32_t seed = random() % 1000;
      store.change(QStringLiteral("seed"), [seed](Document& d) { d.seed = seed; });
      return QStringLiteral("seed %1").arg(seed);
    }
    case 1: store.change(QStringLiteral("redraw"), [](Document& d) { ++d.draw; }); return QStringLiteral("redraw");
    case 2: {
      static const char* presets[] = {"three_clusters", "two_camps", "spiral"};
      const char* preset = presets[below(random, 3)];
      store.change(QStringLiteral("preset"), [preset](Document& d) {
        d.workload = Workload{};
        d.workload.preset = preset;
      });
      return QLatin1String(preset);
    }
    case 3: {
      const int way = below(random, 3);
      store.change(QStringLiteral("view"), [way](Document& d) {
        d.view.map = way == 0 ? MapContent::error : MapContent::attention;
        d.view.norm = way == 1 ? "log" : "linear";
        d.view.logWeights = way == 2;
      });
      return QStringLiteral("view %1").arg(way);
    }
    default: editCards(store, random); return QStringLiteral("cards");
  }
}

QString saidBy(const Panel& panel) {
  QString all;
  for (const QLabel* label : panel.findChildren<QLabel*>())
    if (label->isVisibleTo(&panel)) all += label->text() + QLatin1Char('\n');
  return all;
}

std::vector<std::vector<QString>> rowsOf(const PanelData& data) {
  class Collector : public TableWriter {
   public:
    std::vector<std::vector<QString>> rows;
    void text(const QString& cell) override { m_row.push_back(cell); }
    void integer(qint64 cell) override { m_row.push_back(QString::number(cell)); }
    void number(double cell) override { m_row.push_back(QString::number(cell, 'g', 9)); }
    void endRow() override { rows.push_back(std::exchange(m_row, {})); }

   private:
    std::vector<QString> m_row;
  } collector;
  data.writeTo(collector);
  CHECK(collector.rows.size() == data.rowCount());
  return collector.rows;
}

QByteArray bytesOf(const QString& path) {
  QFile file(path);
  REQUIRE(file.open(QIODevice::ReadOnly));
  return file.readAll();
}

}  // namespace omegascope::test
