#include "lessons/markdown.h"

#include <algorithm>

#include "core/text.h"
#include "lessons/prose.h"

namespace omega::lessons {

namespace {

constexpr const char* kLessonFence = "json lesson";
constexpr const char* kStepFence = "json step";

std::string trimmed(const std::string& text, const char* blanks = " \t") {
  const std::size_t first = text.find_first_not_of(blanks);
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

/// The number of the first line of which something is so; 0 for none.
template <class Test>
int first_line(const std::vector<std::string>& lines, Test test) {
  const auto found = std::find_if(lines.begin(), lines.end(), test);
  return found == lines.end() ? 0 : static_cast<int>(found - lines.begin()) + 1;
}

class MarkdownReader {
 public:
  MarkdownReader(const std::string& file, const std::string& text) : file_(file) {
    if (text.size() > kLargestLesson) throw error(1, "a lesson has at most 1 MB; leave pictures in files of their own");
    lines_ = lines_of(text.starts_with("\xEF\xBB\xBF") ? std::string_view(text).substr(3) : text);
    if (const int line = first_line(lines_, [](const std::string& one) { return !is_utf8(one); }); line > 0)
      throw error(line, "this line is not UTF-8; save the file as UTF-8");
    if (const int line = first_line(lines_, has_control_sign); line > 0)
      throw error(line, "there is a control character on this line, which nobody can see; delete it");
  }

  LessonMarkdown read() {
    for (at_ = 0; at_ < lines_.size(); ++at_) {
      const std::string& line = lines_[at_];
      if (line.starts_with("```"))
        fence(trimmed(line.substr(3)));
      else if (line.starts_with("## "))
        step(trimmed(line.substr(3)));
      else if (line.starts_with("# "))
        title(trimmed(line.substr(2)));
      else if (line.starts_with("#"))
        throw error(number(), "a heading is # for the title or ## for a step, then a space and its words");
      else
        words(line);
    }
    if (out_.title.empty()) throw error(1, "the title is missing: the file must begin with a line such as # A title");
    if (out_.lesson.line == 0) throw error(1, "the `json lesson` block is missing: it stands below the title");
    if (out_.steps.empty())
      throw error(number() - 1, "the steps are missing: each begins with a line such as ## A step");
    for (MarkdownStep& one : out_.steps) one.prose = trimmed(one.prose, " \t\n");
    return out_;
  }

 private:
  Error error(int line, const std::string& sentence) const { return error_at(file_, line, sentence); }
  int number() const { return static_cast<int>(at_) + 1; }

  void fence(const std::string& label) {
    const int fence_line = number();
    if (label != kLessonFence && label != kStepFence)
      throw error(fence_line, "a block is ```json lesson or ```json step, not " + omega::quoted("```" + label) +
                                  closest_hint(label, {kLessonFence, kStepFence}));
    JsonBlock block{"", fence_line + 1};
    for (++at_; at_ < lines_.size() && !lines_[at_].starts_with("```"); ++at_) block.text += lines_[at_] + "\n";
    if (at_ == lines_.size() || lines_[at_].starts_with("```json"))
      throw error(fence_line, "this block has no end; ``` on a line of its own ends it");
    if (label == kLessonFence) {
      if (!out_.steps.empty()) throw error(fence_line, "the `json lesson` block stands before the first step");
      if (out_.lesson.line > 0) throw error(fence_line, "there is one `json lesson` block already; merge the two");
      out_.lesson = std::move(block);
      return;
    }
    if (out_.steps.empty()) throw error(fence_line, "a `json step` block stands below the ## heading of its step");
    if (out_.steps.back().block) throw error(fence_line, "this step has one `json step` block already; merge the two");
    out_.steps.back().block = std::move(block);
  }
  /// Of titles there are plain words alone, in lists and on tabs.
  void check_heading(const std::string& what, const std::string& words) const {
    if (words.empty()) throw error(number(), what + " has no words");
    if (words.find_first_of("$*`") != std::string::npos)
      throw error(number(),
                  what + " is shown as it is typed, without formulas, emphasis and code; leave $, * and ` out");
  }
  void title(const std::string& words) {
    if (!out_.title.empty()) throw error(number(), "there is one title already; a step begins with ##");
    check_heading("the title", words);
    out_.title = words;
  }
  void step(const std::string& words) {
    if (out_.title.empty()) throw error(number(), "the title, a line such as # A title, comes before the first step");
    check_heading("the heading of this step", words);
    out_.steps.push_back({words, number(), "", "", 0, std::nullopt});
  }
  void words(const std::string& line) {
    const bool is_blank = trimmed(line).empty();
    if (out_.steps.empty()) {
      if (!is_blank) throw error(number(), "text belongs to a step; begin one with ## before it");
      return;
    }
    MarkdownStep& now = out_.steps.back();
    if (line.starts_with(">")) {
      now.note += trimmed(line.substr(1)) + "\n";
      return;
    }
    if (now.prose_line == 0 && !is_blank) now.prose_line = number();
    now.prose += line + "\n";
  }

  const std::string& file_;
  std::vector<std::string> lines_;
  std::size_t at_ = 0;
  LessonMarkdown out_;
};

}  // namespace

Error error_at(const std::string& file, int line, const std::string& sentence) {
  return Error::input(file + ":" + std::to_string(line) + ": " + sentence);
}

LessonMarkdown read_markdown(const std::string& file, const std::string& text) {
  return MarkdownReader(file, text).read();
}

}  // namespace omega::lessons
