#include "lessons/exam.h"

#include <cmath>

#include "core/error.h"
#include "core/text.h"
#include "cpu/parallel.h"
#include "lessons/exam_items.h"

namespace omega::lessons {

namespace {

constexpr std::uint32_t kMostAttempts = 200;
constexpr int kPoints = 3;

ExamItem make_item(const ExamKind& kind, std::uint32_t seed, std::uint32_t number, const Progress& progress) {
  for (std::uint32_t attempt = 0; attempt < kMostAttempts; ++attempt) {
    Dice dice(seed, number, attempt);
    std::optional<ExamItem> item = kind.make(dice, progress);
    if (!item) continue;
    item->name = kind.name;
    item->title = kind.title;
    return *item;
  }
  throw Error::failure("no clear question of the kind " + kind.name + " was found for the exam of seed " +
                       std::to_string(seed) + "; take another seed");
}

std::string heading_of(const ExamItem& item, std::size_t index) {
  return std::to_string(index + 1) + ". " + item.title + " (" + std::to_string(kPoints) + " points)";
}

Sheet sheet_with(const Exam& exam, const std::string& title, const std::string& program) {
  Sheet sheet;
  sheet.title = title;
  sheet.foot = program + ", exam of seed " + std::to_string(exam.seed);
  return sheet;
}

std::string with_minus(bool is_negative, const std::string& digits) { return (is_negative ? "−" : "") + digits; }

/// Without an exponent, and without zeros at the end.
std::string decimals_of(double value) {
  std::string text = formatted("%.7f", value);  // four digits that count, behind 0.000
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

/// A whole number in superscripts.
std::string raised(Index power) {
  static const char* const kDigits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = power < 0 ? "⁻" : "";
  for (const char digit : std::to_string(std::abs(power))) text += kDigits[digit - '0'];
  return text;
}

}  // namespace

double Dice::among(double low, double high, double step) {
  const auto count = static_cast<std::size_t>(std::lround((high - low) / step)) + 1;
  return std::round((low + static_cast<double>(below(count)) * step) * 1e6) / 1e6;
}

std::string short_text(double value) {
  constexpr double kSmallest = 1e-4, kLargest = 1e6;
  if (std::isnan(value)) return "–";
  if (std::isinf(value)) return with_minus(value < 0, "∞");
  const double rounded = *number_in<double>(formatted("%.4g", value)), size = std::abs(rounded);
  if (size == 0 || (size >= kSmallest && size < kLargest)) return with_minus(rounded < 0, decimals_of(size));
  const std::string text = formatted("%.3e", size);  // 5.314e-06
  const std::size_t e = text.find('e');
  const Index power = number_in<Index>(text.substr(e + (text[e + 1] == '+' ? 2 : 1))).value_or(0);
  return with_minus(rounded < 0, number_text(*number_in<double>(text.substr(0, e))) + " × 10" + raised(power));
}

ExamPart number_part(std::string question, int lines, double value, std::string why, ExamSource source) {
  return {std::move(question), {}, lines, short_text(value), std::move(why), value, {std::move(source)}};
}

ExamPart word_part(std::string question, int lines, std::string answer, std::string why) {
  return {std::move(question), {}, lines, std::move(answer), std::move(why), {}, {}};
}

Exam make_exam(std::uint32_t seed, int threads, const std::function<Progress(double, double)>& part) {
  std::vector<ExamKind> kinds = chance_kinds();
  kinds.insert(kinds.end(), attention_kinds().begin(), attention_kinds().end());
  Exam exam;
  exam.seed = seed;
  const auto count = static_cast<double>(kinds.size());
  with_threads(threads, [&] {
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      const auto done = static_cast<double>(i);
      const Progress progress = part(done / count, (done + 1) / count);
      progress.check();
      exam.items.push_back(make_item(kinds[i], seed, static_cast<std::uint32_t>(i), progress));
    }
  });
  return exam;
}

Sheet sheet_of(const Exam& exam, const std::string& program) {
  Sheet sheet = sheet_with(exam, "Exam: where the samples fall", program);
  sheet.text("Name: ______________________________     Points: ______ of " +
             std::to_string(kPoints * exam.items.size()));
  sheet.note("Three points each: the answer, its reason, and how you found it. A calculator is enough.");
  for (std::size_t i = 0; i < exam.items.size(); ++i) {
    const ExamItem& item = exam.items[i];
    sheet.heading(heading_of(item, i));
    sheet.text(item.text);
    if (!item.table.empty()) sheet.table(item.table);
    for (const ExamPart& part : item.parts) {
      sheet.question(part.question);
      if (!part.choices.empty()) sheet.choices(part.choices);
      sheet.space(part.lines);
    }
  }
  return sheet;
}

Sheet key_of(const Exam& exam, const std::string& program) {
  Sheet sheet = sheet_with(exam, "Key to the exam: where the samples fall", program);
  for (std::size_t i = 0; i < exam.items.size(); ++i) {
    const ExamItem& item = exam.items[i];
    sheet.heading(heading_of(item, i));
    for (const ExamPart& part : item.parts) {
      sheet.text(part.question + " **" + part.answer + "**");
      if (!part.why.empty()) sheet.note(part.why);
      for (const ExamSource& source : part.sources) {
        sheet.command(source.command);
        sheet.note("there `" + source.pointer + "`");
      }
    }
  }
  return sheet;
}

Json to_json(const Exam& exam) {
  Json json{{"seed", exam.seed}, {"items", Json::array()}};
  for (const ExamItem& item : exam.items) {
    Json one{{"name", item.name}, {"title", item.title}, {"text", item.text}, {"table", item.table}};
    one["parts"] = Json::array();
    for (const ExamPart& part : item.parts) {
      Json of{{"question", part.question}, {"choices", part.choices}, {"answer", part.answer}, {"why", part.why}};
      // JSON has no number for what is infinite.
      of["value"] = !part.value ? Json() : std::isinf(*part.value) ? Json("infinity") : Json(*part.value);
      of["sources"] = Json::array();
      for (const ExamSource& source : part.sources)
        of["sources"].push_back({{"command", source.command}, {"pointer", source.pointer}});
      one["parts"].push_back(std::move(of));
    }
    json["items"].push_back(std::move(one));
  }
  return json;
}

}  // namespace omega::lessons
