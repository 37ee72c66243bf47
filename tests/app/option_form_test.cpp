// The controls of options.
#include <catch2/catch.hpp>

#include <QSlider>
#include <set>

#include "views/option_form.h"

using namespace omegascope;

namespace {

/// A whole number as its form shows it and edits it.
struct WholeNumber {
  OptionForm form{QStringLiteral("rfa"), {omega::OptionSpec::integer("samples", 64, 0, 1 << 20, "How many.")}};
  QSlider* slider = form.findChild<QSlider*>();
  std::int64_t edited = -1;

  WholeNumber() {
    QObject::connect(&form, &OptionForm::edited, &form, [this](const QString&, const QString& text) { edited = text.isEmpty() ? 64 : text.toLongLong(); });
  }
  void show(std::int64_t value) { form.setValues({{"samples", std::to_string(value)}}); }
};

}  // namespace

TEST_CASE("the slider of a whole number stops at 0 and at every power of two", "[options]") {
  WholeNumber number;
  REQUIRE(number.slider != nullptr);
  std::set<std::int64_t> reached;
  number.show(4096);
  for (int at = number.slider->minimum(); at <= number.slider->maximum(); ++at) {
    number.slider->setValue(at);
    reached.insert(number.edited);
  }
  CHECK(reached.contains(0));
  for (std::int64_t power = 1; power <= 4096; power *= 2) {
    INFO(power);
    CHECK(reached.contains(power));
  }
  CHECK(*reached.rbegin() == 4096);
}

TEST_CASE("every key on the slider of a whole number changes the number", "[options]") {
  WholeNumber number;
  REQUIRE(number.slider != nullptr);
  for (const std::int64_t start : {0, 1, 2, 3, 5, 16, 63, 100, 4000})
    for (const auto action : {QSlider::SliderSingleStepAdd, QSlider::SliderPageStepAdd, QSlider::SliderSingleStepSub, QSlider::SliderPageStepSub}) {
      const bool up = action == QSlider::SliderSingleStepAdd || action == QSlider::SliderPageStepAdd;
      if (start == 0 && !up) continue;
      number.show(start);
      number.edited = start;
      number.slider->triggerAction(action);
      INFO(start << (up ? " up: " : " down: ") << number.edited);
      CHECK((up ? number.edited > start : number.edited < start));
    }
}
