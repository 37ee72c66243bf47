#include "lessons/expression.h"

#include <algorithm>
#include <charconv>

#include "core/named.h"
#include "lessons/expression_node.h"

namespace omega::lessons {

namespace {

using Node = Expression::Node;
using Kind = Node::Kind;
using NodePointer = std::shared_ptr<const Node>;

bool is_letter(char c) { return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return '0' <= c && c <= '9'; }

struct Token {
  enum class Kind { number, name, sign, end };
  Kind kind = Kind::end;
  std::string text;
  double number = 0;
};

/// Names take their dots with them, and an index that is followed by a dot: chance.q[0].mean.
class Tokens {
 public:
  explicit Tokens(const std::string& text) : text_(text) { next(); }

  const Token& now() const { return now_; }
  bool is(const std::string& sign) const { return now_.kind != Token::Kind::number && now_.text == sign; }
  bool take(const std::string& sign) {
    if (!is(sign)) return false;
    next();
    return true;
  }
  Token taken() {
    Token token = now_;
    next();
    return token;
  }

 private:
  void next() {
    at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
    if (at_ == text_.size())
      now_ = {};
    else if (is_digit(text_[at_]) || (text_[at_] == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1])))
      number();
    else if (is_letter(text_[at_]))
      name();
    else
      sign();
  }
  void number() {
    Token token{Token::Kind::number, "", 0};
    const auto [end, problem] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), token.number);
    const std::size_t length = static_cast<std::size_t>(end - text_.data()) - at_;
    token.text = text_.substr(at_, length);
    if (problem != std::errc{} || (at_ + length < text_.size() && is_letter(text_[at_ + length])))
      throw Error::input(omega::quoted(text_.substr(at_, length + 1)) + " is no number");
    at_ += length;
    now_ = token;
  }
  void name() {
    const std::size_t start = at_;
    const auto word = [&] {
      while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
    };
    word();
    for (;;) {
      std::size_t dot = at_;
      if (dot < text_.size() && text_[dot] == '[') {
        ++dot;
        while (dot < text_.size() && is_digit(text_[dot])) ++dot;
        if (dot == at_ + 1 || dot >= text_.size() || text_[dot] != ']') break;
        ++dot;
      }
      if (dot + 1 >= text_.size() || text_[dot] != '.' || !is_letter(text_[dot + 1])) break;
      at_ = dot + 1;
      word();
    }
    now_ = {Token::Kind::name, text_.substr(start, at_ - start), 0};
  }
  void sign() {
    std::size_t length = 1;
    const std::string two = text_.substr(at_, 2);
    if (two == "<=" || two == ">=" || two == "==") length = 2;
    now_ = {Token::Kind::sign, text_.substr(at_, length), 0};
    if (length == 1 && std::string("+-*/@<>()[],").find(now_.text) == std::string::npos)
      throw Error::input(omega::quoted(now_.text) +
                         " has no meaning in an expression; there can be + - * / @ < <= > >= == and or not ( ) [ ]");
    at_ += length;
  }

  const std::string& text_;
  std::size_t at_ = 0;
  Token now_;
};

const std::vector<std::string> kLogicWords = {"and", "or", "not"};

}  // namespace

const std::vector<std::string>& event_names() {
  static const std::vector<std::string> names = {"clicked", "dragged",  "hovered", "measured",
                                                 "opened",  "revealed", "visited"};
  return names;
}

class ExpressionParser {
 public:
  ExpressionParser(const std::string& text, const Vocabulary& vocabulary)
      : text_(text), tokens_(text), vocabulary_(vocabulary) {}

  Expression whole() {
    Expression all;
    all.text_ = text_;
    all.root_ = either();
    if (tokens_.now().kind != Token::Kind::end)
      throw Error::input(omega::quoted(tokens_.now().text) + " is more than an expression" + chain_hint());
    check(*all.root_, true);
    all.names_ = names_;
    all.visited_ = visited_;
    return all;
  }

 private:
  static NodePointer node(Kind kind, std::string text, std::vector<NodePointer> parts) {
    Node made;
    made.kind = kind;
    made.text = std::move(text);
    made.parts = std::move(parts);
    return std::make_shared<const Node>(std::move(made));
  }
  std::string chain_hint() const {
    const bool compares = tokens_.is("<") || tokens_.is("<=") || tokens_.is(">") || tokens_.is(">=");
    return compares ? "; of three values write 1 <= x and x <= 2" : "";
  }

  NodePointer either() {
    const Deeper deeper(*this);
    NodePointer left = both();
    while (tokens_.take("or")) left = node(Kind::either, "or", {left, both()});
    return left;
  }
  NodePointer both() {
    NodePointer left = no();
    while (tokens_.take("and")) left = node(Kind::both, "and", {left, no()});
    return left;
  }
  NodePointer no() {
    if (!tokens_.take("not")) return comparison();
    const Deeper deeper(*this);
    return node(Kind::no, "not", {no()});
  }
  NodePointer comparison() {
    NodePointer left = sum();
    for (const char* sign : {"<", "<=", ">", ">="})
      if (tokens_.take(sign)) return node(Kind::operation, sign, {left, sum()});
    if (!tokens_.take("==")) return left;
    NodePointer right = sum();
    if (left->kind == Kind::name && right->kind == Kind::name) as_words(left, right);
    return node(Kind::operation, "==", {left, right});
  }
  /// Of two names the one that nothing computes is a word, and must be one that the other can be.
  void as_words(NodePointer& left, NodePointer& right) const {
    const bool left_is_name = vocabulary_.refuse(left->text).empty();
    const NodePointer& named = left_is_name ? left : right;
    NodePointer& word = left_is_name ? right : left;
    if (const std::string problem = vocabulary_.refuse(named->text); !problem.empty())
      throw Error::input(vocabulary_.refuse(left->text));
    const std::vector<std::string> words = vocabulary_.words(named->text);
    if (words.empty()) return;
    if (!is_among(words, word->text))
      throw Error::input(named->text + " is never " + omega::quoted(word->text) + closest_hint(word->text, words) +
                         "; it can be " + join(words, ", "));
    word = node(Kind::word, word->text, {});
  }
  NodePointer sum() {
    NodePointer left = product();
    while (tokens_.is("+") || tokens_.is("-")) {
      const std::string sign = tokens_.taken().text;
      left = node(Kind::operation, sign, {left, product()});
    }
    return left;
  }
  NodePointer product() {
    NodePointer left = signed_place();
    while (tokens_.is("*") || tokens_.is("/") || tokens_.is("@")) {
      const std::string sign = tokens_.taken().text;
      left = node(Kind::operation, sign, {left, signed_place()});
    }
    return left;
  }
  NodePointer signed_place() {
    if (tokens_.take("-")) {
      const Deeper deeper(*this);
      return node(Kind::negative, "-", {signed_place()});
    }
    NodePointer place = atom();
    while (tokens_.take("[")) {
      place = node(Kind::index, "[]", {place, either()});
      expect("]");
    }
    return place;
  }
  NodePointer atom() {
    if (tokens_.now().kind == Token::Kind::number) {
      Node made;
      made.number = tokens_.taken().number;
      return std::make_shared<const Node>(std::move(made));
    }
    if (tokens_.take("(")) {
      NodePointer inner = either();
      expect(")");
      return inner;
    }
    if (tokens_.take("[")) return node(Kind::list, "[]", several("]"));
    if (tokens_.now().kind == Token::Kind::end) throw Error::input("the expression ends too early");
    if (tokens_.now().kind != Token::Kind::name || is_among(kLogicWords, tokens_.now().text))
      throw Error::input("before " + omega::quoted(tokens_.now().text) + " a number, a name or ( is missing");
    const std::string name = tokens_.taken().text;
    const bool calls = tokens_.is("(");
    if (calls || name == "revealed") return call(name);
    return node(Kind::name, name, {});
  }
  std::vector<NodePointer> several(const std::string& end) {
    std::vector<NodePointer> all;
    if (tokens_.take(end)) return all;
    do all.push_back(either());
    while (tokens_.take(","));
    expect(end);
    return all;
  }
  void expect(const std::string& sign) {
    if (tokens_.take(sign)) return;
    const bool ends = tokens_.now().kind == Token::Kind::end;
    throw Error::input((ends ? "at the end " : "before " + omega::quoted(tokens_.now().text) + " ") + sign +
                       " is missing" + chain_hint());
  }

  NodePointer call(const std::string& name) {
    const auto& events = event_names();
    if (is_among(events, name)) return event(name);
    if (const Function* function = named(functions(), name)) {
      tokens_.take("(");
      std::vector<NodePointer> parts = several(")");
      if (parts.size() < function->least || parts.size() > function->most)
        throw Error::input(name + "() takes " + count_of(*function) + ", not " + std::to_string(parts.size()));
      return node(Kind::call, name, std::move(parts));
    }
    std::vector<std::string> known = function_names();
    if (vocabulary_.refuse_event) known.insert(known.end(), events.begin(), events.end());
    throw Error::input("there is no function " + omega::quoted(name) + closest_hint(name, known) + "; there are " +
                       join(known, ", "));
  }
  static std::string count_of(const Function& function) {
    if (function.most > 100) return "at least " + count_text(static_cast<long long>(function.least), "value");
    if (function.least == function.most) return count_text(static_cast<long long>(function.least), "value");
    return std::to_string(function.least) + " to " + count_text(static_cast<long long>(function.most), "value");
  }
  NodePointer event(const std::string& name) {
    if (!vocabulary_.refuse_event)
      throw Error::input(name + " is an event; only the condition of a step can ask for it");
    Node made;
    made.kind = Kind::event;
    made.text = name;
    if (name == "revealed") {
      made.whats = {""};
      if (tokens_.take("(")) expect(")");
    } else if (name == "visited") {
      tokens_.take("(");
      made.whats = conditions();
    } else {
      tokens_.take("(");
      made.whats = marks(name);
    }
    if (made.whats.empty()) throw Error::input(name + "() needs to be told what");
    return std::make_shared<const Node>(std::move(made));
  }
  /// The texts of the conditions of visited(..), each kept as an expression of its own.
  std::vector<std::string> conditions() {
    if (in_visited_) throw Error::input("visited() cannot stand in visited()");
    in_visited_ = true;
    std::vector<std::string> texts;
    for (const NodePointer& part : several(")")) {
      check(*part, true);
      Expression condition;
      condition.root_ = part;
      condition.text_ = "visited " + std::to_string(visited_.size()) + " of " + text_;
      texts.push_back(condition.text_);
      visited_.push_back(std::move(condition));
    }
    in_visited_ = false;
    return texts;
  }
  std::vector<std::string> marks(const std::string& name) {
    std::vector<std::string> all;
    do {
      if (tokens_.now().kind != Token::Kind::name) throw Error::input(name + "() needs the names of what it is about");
      std::string mark = tokens_.taken().text;
      if (const std::string problem = vocabulary_.refuse_event(name, mark); !problem.empty())
        throw Error::input(problem);
      all.push_back(std::move(mark));
    } while (tokens_.take(","));
    expect(")");
    return all;
  }

  /// Checks that names are known, and that those that are words stand only where a word is compared with them.
  void check(const Node& node, bool as_condition) {
    if (node.kind == Kind::name) return check_name(node.text, as_condition);
    if (node.kind == Kind::operation && node.text == "==" && node.parts[0]->kind != node.parts[1]->kind)
      for (const int word : {0, 1})
        if (node.parts[word]->kind == Kind::word) return remember(node.parts[1 - word]->text);
    const bool logical = node.kind == Kind::both || node.kind == Kind::either || node.kind == Kind::no;
    for (const NodePointer& part : node.parts) check(*part, as_condition && logical);
  }
  void check_name(const std::string& name, bool as_condition) {
    if (const std::string problem = vocabulary_.refuse(name); !problem.empty()) throw Error::input(problem);
    const std::vector<std::string> words = vocabulary_.words(name);
    const bool is_flag = words == std::vector<std::string>{"true", "false"};
    if (!words.empty() && !(is_flag && as_condition))
      throw Error::input(name + " is a word; compare it by == with one of " + join(words, ", "));
    remember(name);
  }
  void remember(const std::string& name) {
    if (!is_among(names_, name)) names_.push_back(name);
  }

  /// Counts how deep the parser is in itself.
  struct Deeper {
    explicit Deeper(ExpressionParser& parser) : depth(parser.depth_) {
      if (++depth > kDeepestExpression)
        throw Error::input("the expression has more than " + std::to_string(kDeepestExpression) +
                           " brackets and signs inside each other; make it simpler");
    }
    ~Deeper() { --depth; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;
    int& depth;
  };

  const std::string& text_;
  Tokens tokens_;
  const Vocabulary& vocabulary_;
  std::vector<std::string> names_;
  std::vector<Expression> visited_;
  bool in_visited_ = false;
  int depth_ = 0;
};

Expression Expression::parse(const std::string& text, const Vocabulary& vocabulary) {
  if (text.size() > kLongestExpression)
    throw Error::input("an expression has at most " + std::to_string(kLongestExpression) +
                       " characters, this one has " + std::to_string(text.size()));
  return ExpressionParser(text, vocabulary).whole();
}

bool Expression::is_condition() const {
  const Node* node = root_.get();
  if (node->kind == Kind::operation) return node->text.find_first_of("<>=") != std::string::npos;
  return node->kind == Kind::both || node->kind == Kind::either || node->kind == Kind::no || node->kind == Kind::event;
}

}  // namespace omega::lessons
