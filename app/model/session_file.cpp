#include "model/session_file.h"

#include <zip.h>

#include <QFile>
#include <QFileInfo>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/text.h"
#include "io/atomic_file.h"

namespace omegascope {

using nlohmann::json;

namespace {

constexpr const char* kMember = "session.json";
constexpr qint64 kLargestState = 64 << 20;

json toJson(const Cursor& c) {
  return {{"card", c.card}, {"head", c.head}, {"query", c.query}, {"key", c.key}, {"proposal", c.proposal}, {"sample", c.sample}};
}

/// A cursor is a convenience: what is missing or odd in it selects nothing.
Cursor cursorFromJson(const json& from) {
  Cursor cursor;
  const auto read = [&](const char* name, int& into) {
    if (from.is_object() && from.contains(name) && from[name].is_number_integer()) into = from[name].get<int>();
  };
  read("card", cursor.card);
  read("head", cursor.head);
  read("query", cursor.query);
  read("key", cursor.key);
  read("proposal", cursor.proposal);
  read("sample", cursor.sample);
  return cursor;
}

json toJson(const Members& members) {
  json list = json::array();
  for (const Member& member : members) list.push_back({member.card, member.index});
  return list;
}

Members membersFromJson(const json& from, const char* name) {
  Members members;
  if (!from.is_object() || !from.contains(name) || !from[name].is_array()) return members;
  for (const json& pair : from[name])
    if (pair.is_array() && pair.size() == 2 && pair[0].is_number_integer() && pair[1].is_number_integer()) members.insert({pair[0].get<int>(), pair[1].get<int>()});
  return members;
}

json toJson(const Pin& pin, const Document& present) {
  json json = {{"head", pin.head}, {"query", pin.query}};
  if (!(pin.document == present)) json["document"] = omegascope::toJson(pin.document);
  return json;
}

Pin pinFromJson(const json& from, const Document& present) {
  const Cursor cursor = cursorFromJson(from);
  return {from.is_object() && from.contains("document") ? documentFromJson(from["document"]) : present, cursor.head, cursor.query};
}

json toJson(const Session& session) {
  json whole = {{"omegascope", 1},
                {"document", omegascope::toJson(session.document)},
                {"selection", toJson(session.locked)},
                {"layout", session.layout.toBase64().toStdString()}};
  const Collected& chosen = session.chosen;
  if (!chosen.isEmpty()) whole["chosen"] = {{"samples", toJson(chosen.samples)}, {"proposals", toJson(chosen.proposals)}, {"keys", toJson(chosen.keys)}};
  if (session.pinned) whole["pinned"] = toJson(*session.pinned, session.document);
  if (session.workspace != Workspace::Explore) whole["workspace"] = nameOf(session.workspace).toStdString();
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
  if (stat.size > static_cast<zip_uint64_t>(kLargestState)) throw omega::Error::input(path.toStdString() + ": " + kMember + " is too large for a session");
  QByteArray bytes(static_cast<qsizetype>(stat.size), Qt::Uninitialized);
  zip_file_t* file = zip_fopen(archive.get(), kMember, 0);
  const bool read = file != nullptr && zip_fread(file, bytes.data(), stat.size) == static_cast<zip_int64_t>(stat.size);
  if (file != nullptr) zip_fclose(file);
  if (!read) throw omega::Error::input(path.toStdString() + ": " + kMember + " cannot be unpacked; the file is damaged");
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
  zip_file_set_dostime(archive, static_cast<zip_uint64_t>(index), 0, 33, 0);  // 1980-01-01: the same state is the same file
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

Session sessionFromState(const QByteArray& state) { return sessionFromJson(QByteArray::fromBase64(state), QStringLiteral("--state")); }

Session sessionFromJson(const QByteArray& text, const QString& where) {
  Session session;
  json whole;
  try {
    whole = json::parse(text.constData(), text.constData() + text.size());
  } catch (const json::parse_error& error) {
    throw omega::Error::input(where.toStdString() + " is not JSON: " + error.what());
  }
  if (!whole.is_object() || !whole.contains("document")) throw omega::Error::input(where.toStdString() + " has no document; it is not a session");
  session.document = documentFromJson(whole["document"]);
  if (whole.contains("selection")) session.locked = cursorFromJson(whole["selection"]);
  if (whole.contains("chosen")) session.chosen = {membersFromJson(whole["chosen"], "samples"), membersFromJson(whole["chosen"], "proposals"), membersFromJson(whole["chosen"], "keys")};
  if (whole.contains("pinned")) session.pinned = pinFromJson(whole["pinned"], session.document);
  if (whole.contains("workspace") && whole["workspace"].is_string()) session.workspace = workspaceOf(QString::fromStdString(whole["workspace"].get<std::string>())).value_or(Workspace::Explore);
  if (whole.contains("layout") && whole["layout"].is_string()) session.layout = QByteArray::fromBase64(QByteArray::fromStdString(whole["layout"].get<std::string>()));
  return session;
}

Session readSession(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) throw omega::Error::input("cannot open " + path.toStdString() + ": " + file.errorString().toStdString());
  const QByteArray start = file.peek(4);
  if (start.startsWith("PK")) return sessionFromJson(readMember(path), path);
  if (file.size() > kLargestState) throw omega::Error::input(path.toStdString() + " is too large for a session");
  return sessionFromJson(file.readAll(), path);
}

void writeSession(const QString& path, const Session& session) {
  const QByteArray json = sessionJson(session);
  const QByteArray bytes = path.endsWith(QStringLiteral(".json")) ? json : zipped(json);
  omega::write_file(std::filesystem::path(path.toStdString()), {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

}  // namespace omegascope
