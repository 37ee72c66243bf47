#include "widgets/accessible_slider.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QLocale>
#include <QSlider>
#include <QVariant>
#include <algorithm>
#include <utility>

#include "widgets/ticks.h"

namespace omegascope {

/// In a property of the slider, as the sentence of a canvas is.
struct SliderScale {
  std::function<double(int)> valueAt;
  std::function<int(double)> placeOf;
};

namespace {

constexpr char kScale[] = "sliderScale";

class SliderInterface : public QAccessibleWidget, public QAccessibleValueInterface {
 public:
  explicit SliderInterface(QSlider* slider) : QAccessibleWidget(slider, QAccessible::Slider) {}

  void* interface_cast(QAccessible::InterfaceType type) override {
    return type == QAccessible::ValueInterface ? static_cast<QAccessibleValueInterface*>(this)
                                               : QAccessibleWidget::interface_cast(type);
  }
  QString text(QAccessible::Text what) const override {
    constexpr int kDigits = 4;
    return what == QAccessible::Value ? formatNumber(currentValue().toDouble(), kDigits, QLocale())
                                      : QAccessibleWidget::text(what);
  }
  QVariant currentValue() const override { return valueAt(slider().value()); }
  void setCurrentValue(const QVariant& value) override { slider().setValue(scale().placeOf(value.toDouble())); }
  QVariant minimumValue() const override { return valueAt(slider().minimum()); }
  QVariant maximumValue() const override { return valueAt(slider().maximum()); }
  QVariant minimumStepSize() const override {
    const int at = std::min(slider().value(), slider().maximum() - slider().singleStep());
    return scale().valueAt(at + slider().singleStep()) - scale().valueAt(at);
  }

 private:
  QSlider& slider() const { return *static_cast<QSlider*>(widget()); }
  SliderScale scale() const { return slider().property(kScale).value<SliderScale>(); }
  QVariant valueAt(int place) const { return scale().valueAt(place); }
};

QAccessibleInterface* makeSliderInterface(const QString&, QObject* object) {
  auto* slider = qobject_cast<QSlider*>(object);
  return slider != nullptr && slider->property(kScale).isValid() ? new SliderInterface(slider) : nullptr;
}

}  // namespace

void tellValueOf(QSlider& slider, std::function<double(int)> valueAt, std::function<int(double)> placeOf) {
  [[maybe_unused]] static const bool s_isInstalled = (QAccessible::installFactory(makeSliderInterface), true);
  slider.setProperty(kScale, QVariant::fromValue(SliderScale{std::move(valueAt), std::move(placeOf)}));
}

}  // namespace omegascope
