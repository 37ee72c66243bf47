#include "model/session_file.h"

#include <zip.h>

#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "core/error.h"
#include "core/text.h"
#include "model/disk.h"
#include "studies/json_source.h"

namespace omegascope {

using nlohmann::json;

namespace {

constexpr const char* kMember = "session.json";
constexpr qint64 kLargestState = 64 << 20;

json toJson(const Cursor& c) {
  return {{"card", c.card}, {"head", c.head},         {"query", c.query},
          {"key", c.key},   {"proposal", c.proposal}, {"sample", c.sample}};
}

/// Whole numbers of an object that has them under these names and no others. What is missing stays as it is.
void readIndices(const json& from, const std::string& field, const std::vector<std::pair<std::string, int*>>& into,
                 const std::set<std::string>& others = {}) {
  if (!from.is_object()) throw omega::Error::input("session: " + field + " must be an object");
  std::vector<std::string> names;
  for (const auto& [name, index] : into) names.push_back(name);
  for (const auto& [name, value] : from.items()) {
    if (others.count(name) != 0) continue;
    const auto known =
        std::find_if(into.begin(), into.end(), [&, &key = name](const auto& one) { return one.first == key; });
    if (known == into.end())
      throw omega::Error::input("session: " + field + " has no " + omega::quoted(name) +
                                omega::closest_hint(name, names) + "; it has " + omega::join(names, ", "));
    if (!value.is_number_integer() || value < -1 || value > std::numeric_limits<int>::max())
      throw omega::Error::input("session: " + field + "." + name + " is " + omega::quoted(value.dump()) +
                                ", but must be a whole number, -1 for none");
    *known->second = value.get<int>();
  }
}

Cursor cursorFromJson(const json& from) {
  Cursor c;
  readIndices(from, "selection",
              {{"card", &c.card},
               {"head", &c.head},
               {"query", &c.query},
               {"key", &c.key},
               {"proposal", &c.proposal},
               {"sample", &c.sample}});
  return c;
}

json toJson(const Members& members) {
  json list = json::array();
  for (const Member& member : members) list.push_back({member.card, member.index});
  return list;
}

Members membersFromJson(const json& from, const std::string& field) {
  if (!from.is_array()) throw omega::Error::input("session: " + field + " must be a list");
  Members members;
  for (const json& pair : from) {
    if (!pair.is_array() || pair.size() != 2 || !pair[0].is_number_integer() || !pair[1].is_number_integer())
      throw omega::Error::input("session: " + field + " holds " + omega::quoted(pair.dump()) +
                                ", but must hold pairs of a card and a number");
    members.insert({pair[0].get<int>(), pair[1].get<int>()});
  }
  return members;
}

Collected collectedFromJson(const json& from) {
  if (!from.is_object()) throw omega::Error::input("session: chosen must be an object");
  Collected chosen;
  const std::vector<std::pair<std::string, Members*>> kinds = {
      {"samples", &chosen.samples}, {"proposals", &chosen.proposals}, {"keys", &chosen.keys}};
  for (const auto& [name, list] : from.items()) {
    const auto kind =
        std::find_if(kinds.begin(), kinds.end(), [&, &key = name](const auto& one) { return one.first == key; });
    if (kind == kinds.end())
      throw omega::Error::input("session: chosen has no " + omega::quoted(name) +
                                omega::closest_hint(name, {"samples", "proposals", "keys"}) +
                                "; it has samples, proposals, keys");
    *kind->second = membersFromJson(list, "chosen." + name);
  }
  return chosen;
}

Workspace workspaceFromJson(const json& from) {
  std::vector<std::string> names;
  for (const Workspace workspace : kWorkspaces) names.push_back(nameOf(workspace).toStdString());
  const std::string word = from.is_string() ? from.get<std::string>() : from.dump();
  const auto workspace = workspaceOf(QString::fromStdString(word));
  if (!workspace)
    throw omega::Error::input("session: workspace is " + omega::quoted(word) + omega::closest_hint(word, names) +
                              ", but must be one of " + omega::join(names, ", "));
  return *workspace;
}

QByteArray layoutFromJson(const json& from) {
  if (!from.is_string()) throw omega::Error::input("session: layout must be a text");
  return QByteArray::fromBase64(QByteArray::fromStdString(from.get<std::string>()));
}

json toJson(const Pin& pin, const Document& present) {
  json json = {{"head", pin.head}, {"query", pin.query}};
  if (!(pin.document == present)) json["document"] = omegascope::toJson(pin.document);
  return json;
}

Pin pinFromJson(const json& from, const Document& present) {
  Pin pin;
  readIndices(from, "pinned", {{"head", &pin.head}, {"query", &pin.query}}, {"document"});
  pin.document = from.contains("document") ? documentFromJson(from["document"]) : present;
  return pin;
}

json toJson(const Session& session) {
  json whole = {{"omegascope", 1},
                {"document", omegascope::toJson(session.document)},
                {"selection", toJson(session.locked)},
                {"layout", session.layout.toBase64().toStdString()}};
  const Collected& chosen = session.chosen;
  if (!chosen.isEmpty())
    whole["chosen"] = {
        {"samples", toJson(chosen.samples)}, {"proposals", toJson(chosen.proposals)}, {"keys", toJson(chosen.keys)}};
  if (session.pinned) whole["pinned"] = toJson(*session.pinned, session.document);
  if (session.workspace != Workspace::Explore) whole["workspace"] = nameOf(session.workspace).toStdString();
  if (session.document.asks.detail == MapDetail::around) whole["around"] = session.around;
  return whole;
}

/// The members of `object` that `usual` has not, or has otherwise.
json difference(const json& object, const json& usual) {
  json rest = json::object();
  for (const auto& [name, value] : object.items()) {
    if (!usual.contains(name))
      rest[name] = value;
    else if (value.is_object() && usual[name].is_object() && usual[name] != value)
      rest[name] = difference(value, usual[name]);
    else if (usual[name] != value)
      rest[name] = value;
  }
  return rest;
}

struct ZipCloser {
  void operator()(zip_t* archive) const { zip_discard(archive); }
};

QByteArray readMember(const QString& path) {
  int problem = 0;
  const std::unique_ptr<zip_t, ZipCloser> archive(zip_open(QFile::encodeName(path).constData(), ZIP_RDONLY, &problem));
  if (!archive) throw omega::Error::input(path.toStdString() + " is neither a session (.omega) nor a session.json");
  zip_stat_t stat;
  if (zip_stat(archive.get(), kMember, 0, &stat) != 0 || !(stat.valid & ZIP_STAT_SIZE))
    throw omega::Error::input(path.toStdString() + " has no " + kMember + "; it is not a session");
  if (stat.size > static_cast<zip_uint64_t>(kLargestState))
    throw omega::Error::input(path.toStdString() + ": " + kMember + " is too large for a session");
  QByteArray bytes(static_cast<qsizetype>(stat.size), Qt::Uninitialized);
  zip_file_t* file = zip_fopen(archive.get(), kMember, 0);
  const bool read = file != nullptr && zip_fread(file, bytes.data(), stat.size) == static_cast<zip_int64_t>(stat.size);
  if (file != nullptr) zip_fclose(file);
  if (!read)
    throw omega::Error::input(path.toStdString() + ": " + kMember + " cannot be unpacked; the file is damaged");
  return bytes;
}

QByteArray zipped(const QByteArray& state) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* buffer = zip_source_buffer_create(nullptr, 0, 0, &error);
  zip_source_keep(buffer);
  zip_t* archive = zip_open_from_source(buffer, ZIP_TRUNCATE, &error);
  zip_source_t* content = zip_source_buffer(archive, state.constData(), static_cast<zip_uint64_t>(state.size()), 0);
  const zip_int64_t index = zip_file_add(archive, kMember, content, ZIP_FL_ENC_UTF_8);
  zip_file_set_dostime(archive, static_cast<zip_uint64_t>(index), 0, 33,
                       0);  // 1980-01-01: the same state is the same file
  if (index < 0 || zip_close(archive) != 0) throw omega::Error::failure("the session could not be packed");
  zip_stat_t stat;
  zip_source_stat(buffer, &stat);
  QByteArray bytes(static_cast<qsizetype>(stat.size), Qt::Uninitialized);
  zip_source_open(buffer);
  zip_source_read(buffer, bytes.data(), stat.size);
  zip_source_close(buffer);
  zip_source_free(buffer);
  return bytes;
}

}  // namespace

QByteArray sessionJson(const Session& session) { return QByteArray::fromStdString(toJson(session).dump(2)); }

QByteArray stateText(const Session& session) {
  Session bare = session;
  bare.layout.clear();
  json state = difference(toJson(bare), toJson(Session{}));
  state.emplace("document", json::object());  // what tells a session from other JSON
  return QByteArray::fromStdString(state.dump()).toBase64(QByteArray::OmitTrailingEquals);
}

Session sessionFromState(const QByteArray& state) {
  return sessionFromJson(QByteArray::fromBase64(state), QStringLiteral("--state"));
}

Session sessionFromJson(const QByteArray& text, const QString& where) {
  Session session;
  const json whole = omega::studies::JsonSource(where.toStdString(), text.toStdString(), "").root();
  if (!whole.is_object() || !whole.contains("document"))
    throw omega::Error::input(where.toStdString() + " has no document; it is not a session");
  static const std::vector<std::string> members = {"omegascope", "document", "selection", "layout",
                                                   "chosen",     "pinned",   "workspace", "around"};
  for (const auto& [name, value] : whole.items())
    if (std::find(members.begin(), members.end(), name) == members.end())
      throw omega::Error::input("session: there is no " + omega::quoted(name) + omega::closest_hint(name, members) +
                                "; there can be " + omega::join(members, ", "));
  session.document = documentFromJson(whole["document"]);
  if (whole.contains("selection")) session.locked = cursorFromJson(whole["selection"]);
  if (whole.contains("chosen")) session.chosen = collectedFromJson(whole["chosen"]);
  if (whole.contains("pinned")) session.pinned = pinFromJson(whole["pinned"], session.document);
  if (whole.contains("workspace")) session.workspace = workspaceFromJson(whole["workspace"]);
  if (whole.contains("layout")) session.layout = layoutFromJson(whole["layout"]);
  if (whole.contains("around"))
    readIndices(json::object({{"around", whole["around"]}}), "session", {{"around", &session.around}});
  return session;
}

bool isSessionFile(const QString& path) {
  if (path.endsWith(QStringLiteral(".omega")) || path.endsWith(QStringLiteral(".json"))) return true;
  QFile file(path);
  if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly)) return false;
  const QByteArray start = file.read(64);
  return start.startsWith("PK\3\4") && start.mid(30).startsWith(kMember);  // a zip names its first member there
}

Session readSession(const QString& path) {
  QFile file(path);
  const std::string name = omega::quoted(path.toStdString());
  if (!QFileInfo::exists(path))
    throw omega::Error::input("there is no file " + name + "; give the path of a session that File ▸ Save wrote");
  if (!file.open(QIODevice::ReadOnly))
    throw omega::Error::input(name + " cannot be read; give the path of a session that may be read");
  const QByteArray start = file.peek(4);
  if (start.startsWith("PK")) return sessionFromJson(readMember(path), path);
  if (file.size() > kLargestState) throw omega::Error::input(path.toStdString() + " is too large for a session");
  return sessionFromJson(file.readAll(), path);
}

void writeSession(const QString& path, const Session& session) {
  const QByteArray json = sessionJson(session);
  writeBytes(path, path.endsWith(QStringLiteral(".json")) ? json : zipped(json));
}

}  // namespace omegascope
