// The fields of values as JSON. A function lists those of a kind once; given a FieldReader it reads them, given a
// FieldWriter it writes them.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/text.h"
#include "core/words.h"

namespace omegascope {

/// Reads fields of one object, naming the whole path of whatever is wrong. What is missing keeps its default: an older
/// version did not know it.
class FieldReader {
 public:
  using json = nlohmann::json;

  /// Reads a whole object; a member that nobody asks for is a misspelt name.
  template <class Fields>
  static void whole(const json& object, const std::string& path, const Fields& fields) {
    if (!object.is_object()) throw omega::Error::input(path + " must be an object");
    FieldReader reader(object, path);
    fields(reader);
    for (const auto& [name, value] : object.items())
      if (!omega::is_among(reader.m_known, name) && !omega::is_among(reader.m_retired, name))
        throw omega::Error::input(path + " has no " + omega::quoted(name) + omega::closest_hint(name, reader.m_known) +
                                  "; it has " + omega::join(reader.m_known, ", "));
  }

  template <class T>
  void value(const char* name, T& value) {
    const json* found = find(name);
    if (found == nullptr) return;
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
      if (found->is_number() && !fits<T>(*found))
        refuse(name, omega::quoted(found->dump()) + ", but must be a whole number from " +
                         std::to_string(std::numeric_limits<T>::min()) + " to " +
                         std::to_string(std::numeric_limits<T>::max()));
    try {
      found->get_to(value);
    } catch (const json::exception&) {
      refuse(name, omega::shown(found->dump()) + ", but must be " + kindOf<T>());
    }
  }
  template <class Number>
  void within(const char* name, Number& number, Number least, Number most) {
    value(name, number);
    if (!(number >= least && number <= most))
      refuse(name, omega::number_text(number) + ", but must be from " + omega::number_text(least) + " to " +
                       omega::number_text(most));
  }
  /// -1: none.
  void index(const char* name, int& index) {
    const json* found = find(name);
    if (found == nullptr) return;
    if (!found->is_number_integer() || *found < -1 || *found > std::numeric_limits<int>::max())
      refuse(name, omega::quoted(found->dump()) + ", but must be a whole number, -1 for none");
    index = found->get<int>();
  }
  void oneOf(const char* name, std::string& word, const std::vector<std::string>& words) {
    value(name, word);
    omega::place_of(pathOf(name), word, words);
  }
  template <class Enum>
  void word(const char* name, Enum& value, const std::vector<std::string>& words) {
    std::string text = words[static_cast<std::size_t>(value)];
    this->value(name, text);
    value = static_cast<Enum>(omega::place_of(pathOf(name), text, words));
  }
  /// `read` takes JSON and what it is called.
  template <class T, class Write, class Read>
  void as(const char* name, T& value, const Write&, const Read& read) {
    if (const json* found = find(name)) value = read(*found, pathOf(name));
  }
  template <class Fields>
  void object(const char* name, const Fields& fields) {
    if (const json* found = find(name)) whole(*found, pathOf(name), fields);
  }
  /// An empty list leaves the default.
  template <class Item, class Fields>
  void list(const char* name, std::vector<Item>& items, const Fields& fields) {
    const json* found = find(name);
    if (found == nullptr) return;
    if (!found->is_array()) throw omega::Error::input(pathOf(name) + " must be a list");
    if (!found->empty()) items.assign(found->size(), {});
    for (std::size_t i = 0; i < found->size(); ++i)
      whole((*found)[i], pathOf(name) + "[" + std::to_string(i) + "]", [&](auto& item) { fields(item, items[i]); });
  }
  /// What earlier versions wrote and this one has no use for, or reads elsewhere.
  void leaveAside(const char* name) { m_retired.emplace_back(name); }

 private:
  FieldReader(const json& object, std::string path) : m_object(object), m_path(std::move(path)) {}

  /// What JSON holds of such a value, in words.
  template <class T>
  static std::string kindOf() {
    if constexpr (std::is_same_v<T, bool>) return "true or false";
    if constexpr (std::is_integral_v<T>) return "a whole number";
    if constexpr (std::is_floating_point_v<T>) return "a number";
    if constexpr (std::is_same_v<T, std::string>) return "a text in double quotes";
    if constexpr (std::is_same_v<T, std::vector<double>>) return "a list of numbers, [ ... ]";
    if constexpr (std::is_same_v<T, std::map<std::string, std::string>>) return "an object of texts, { ... }";
    return "an object of lists of texts, { ... }";
  }
  /// JSON itself would cut a number that does not fit.
  template <class T>
  static bool fits(const json& number) {
    if (number.is_number_unsigned()) return std::in_range<T>(number.get<std::uint64_t>());
    return number.is_number_integer() && std::in_range<T>(number.get<std::int64_t>());
  }

  std::string pathOf(const char* name) const { return m_path + "." + name; }
  const json* find(const char* name) {
    m_known.emplace_back(name);
    const auto found = m_object.find(name);
    return found == m_object.end() ? nullptr : &*found;
  }
  [[noreturn]] void refuse(const char* name, const std::string& why) const {
    throw omega::Error::input(pathOf(name) + " is " + why);
  }

  const json& m_object;
  std::string m_path;
  std::vector<std::string> m_known, m_retired;  // the names that were asked for, and those left aside
};

class FieldWriter {
 public:
  using json = nlohmann::json;

  template <class Fields>
  static json whole(const Fields& fields) {
    FieldWriter writer;
    fields(writer);
    return std::move(writer.m_object);
  }

  template <class T>
  void value(const char* name, const T& value) {
    m_object[name] = value;
  }
  template <class Number>
  void within(const char* name, Number number, Number, Number) {
    value(name, number);
  }
  void index(const char* name, int index) { value(name, index); }
  void oneOf(const char* name, const std::string& word, const std::vector<std::string>&) { value(name, word); }
  template <class Enum>
  void word(const char* name, Enum value, const std::vector<std::string>& words) {
    m_object[name] = words[static_cast<std::size_t>(value)];
  }
  template <class T, class Write, class Read>
  void as(const char* name, const T& value, const Write& write, const Read&) {
    m_object[name] = json(write(value));
  }
  template <class Fields>
  void object(const char* name, const Fields& fields) {
    m_object[name] = whole(fields);
  }
  template <class Item, class Fields>
  void list(const char* name, const std::vector<Item>& items, const Fields& fields) {
    m_object[name] = json::array();
    for (const Item& one : items) m_object[name].push_back(whole([&](auto& item) { fields(item, one); }));
  }
  void leaveAside(const char*) {}

 private:
  json m_object = json::object();
};

}  // namespace omegascope
