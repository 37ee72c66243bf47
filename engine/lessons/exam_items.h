// The kinds of questions of an exam, and what they are made with.
#pragma once

#include "core/philox.h"
#include "core/progress.h"
#include "lessons/exam.h"

namespace omega::lessons {

/// Standard errors between what is to be told apart.
constexpr double kClearErrors = 3;

/// The numbers of one question: Philox at the exam's seed, the question's number and how often it was drawn before.
class Dice {
 public:
  Dice(std::uint32_t seed, std::uint32_t item, std::uint32_t attempt) : at_{seed, attempt, 0, item, 0} {}

  double uniform() {
    double number = 0;
    draw_uniforms(at_, &number, 1);
    ++at_.sample;
    return number;
  }
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(uniform() * static_cast<double>(count)); }
  bool coin() { return below(2) == 0; }
  /// low, low + step ... high.
  double among(double low, double high, double step);
  /// A seed that a line of a shell can show.
  Index seed() { return static_cast<Index>(below(10000)); }
  template <class T>
  T one_of(const std::vector<T>& all) {
    return all[below(all.size())];
  }
  template <class T>
  void shuffle(std::vector<T>& all) {
    for (std::size_t i = all.size(); i > 1; --i) std::swap(all[i - 1], all[below(i)]);
  }

 private:
  NoiseAddress at_;
};

struct ExamKind {
  std::string name, title;
  /// Nothing where these numbers make no clear question.
  std::optional<ExamItem> (*make)(Dice& dice, const Progress& progress);
};

/// Of the playground, then of attention.
const std::vector<ExamKind>& chance_kinds();
const std::vector<ExamKind>& attention_kinds();

/// Four digits at most, as people write them: "−0.25", "5.314 × 10⁻⁶". What is printed.
std::string short_text(double value);

/// A question whose answer is a number; one whose answer is words.
ExamPart number_part(std::string question, int lines, double value, std::string why, ExamSource source);
ExamPart word_part(std::string question, int lines, std::string answer, std::string why = "");

}  // namespace omega::lessons
