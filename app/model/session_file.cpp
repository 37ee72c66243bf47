#include "model/session_file.h"

#include <zip.h>

#include <QFile>
#include <QFileInfo>

#include "model/disk.h"
#include "model/json_fields.h"
#include "studies/json_source.h"

namespace omegascope {

using nlohmann::json;

namespace {

constexpr const char* kMember = "session.json";
constexpr qint64 kLargestState = 64 << 20;

template <class Fields, class Of>
void cursorFields(Fields& io, Of& c) {
  io.index("card", c.card);
  io.index("head", c.head);
  io.index("query", c.query);
  io.index("key", c.key);
  io.index("proposal", c.proposal);
  io.index("sample", c.sample);
}

json membersToJson(const Members& members) {
  json list = json::array();
  for (const Member& member : members) list.push_back({member.card, member.index});
  return list;
}

Members membersFromJson(const json& from, const std::string& field) {
  if (!from.is_array()) throw omega::Error::input(field + " must be a list");
  Members members;
  for (const json& pair : from) {
    const auto isIndex = [](const json& value, int least) {
      return value.is_number_integer() && std::in_range<int>(value.get<std::int64_t>()) && value.get<int>() >= least;
    };
    if (!pair.is_array() || pair.size() != 2 || !isIndex(pair[0], -1) || !isIndex(pair[1], 0))
      throw omega::Error::input(field + " holds " + omega::quoted(pair.dump()) +
                                ", but must hold pairs of a card and a number");
    members.insert({pair[0].get<int>(), pair[1].get<int>()});
  }
  return members;
}

template <class Fields, class Of>
void collectedFields(Fields& io, Of& chosen) {
  io.as("samples", chosen.samples, membersToJson, membersFromJson);
  io.as("proposals", chosen.proposals, membersToJson, membersFromJson);
  io.as("keys", chosen.keys, membersToJson, membersFromJson);
}

Workspace workspaceFromJson(const json& from) {
  std::vector<std::string> names;
  for (const Workspace workspace : kWorkspaces) names.push_back(nameOf(workspace).toStdString());
  const std::string word = from.is_string() ? from.get<std::string>() : from.dump();
  return kWorkspaces[omega::place_of("session: workspace", word, names)];
}

QString textFromJson(const json& from, const std::string& name) {
  if (!from.is_string()) throw omega::Error::input("session: " + name + " must be a text");
  return QString::fromStdString(from.get<std::string>());
}

QByteArray layoutFromJson(const json& from) { return QByteArray::fromBase64(textFromJson(from, "layout").toLatin1()); }

/// Its document is there only where it is not the present one.
template <class Fields, class Of>
void pinFields(Fields& io, Of& pin) {
  io.leaveAside("document");
  io.index("head", pin.head);
  io.index("query", pin.query);
}

json toJson(const Session& session) {
  json whole = {{"omegascope", 1},
                {"document", toJson(session.document)},
                {"selection", FieldWriter::whole([&](auto& io) { cursorFields(io, session.locked); })},
                {"layout", session.layout.toBase64().toStdString()}};
  if (!session.chosen.isEmpty())
    whole["chosen"] = FieldWriter::whole([&](auto& io) { collectedFields(io, session.chosen); });
  if (session.pinned) {
    whole["pinned"] = FieldWriter::whole([&](auto& io) { pinFields(io, *session.pinned); });
    if (session.pinned->document != session.document) whole["pinned"]["document"] = toJson(session.pinned->document);
  }
  if (session.workspace != Workspace::Explore) whole["workspace"] = nameOf(session.workspace).toStdString();
  if (session.document.asks.detail == MapDetail::around) whole["around"] = session.around;
  if (!session.savedAs.isEmpty()) whole["saved_as"] = session.savedAs.toStdString();
  return whole;
}

/// The members of `object` that `usual` lacks, or has with another value.
json difference(const json& object, const json& usual) {
  json rest = json::object();
  for (const auto& [name, value] : object.items()) {
    const auto known = usual.find(name);
    if (known != usual.end() && *known == value) continue;
    const bool isPart = known != usual.end() && value.is_object() && known->is_object();
    rest[name] = isPart ? difference(value, *known) : value;
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

struct SourceCloser {
  void operator()(zip_source_t* source) const { zip_source_free(source); }
};

QByteArray zipped(const QByteArray& state) {
  const auto require = [](bool went_well) {
    if (!went_well) throw omega::Error::failure("the session could not be packed");
  };
  const std::unique_ptr<zip_source_t, SourceCloser> buffer(zip_source_buffer_create(nullptr, 0, 0, nullptr));
  require(buffer != nullptr);
  zip_source_keep(buffer.get());  // the archive takes one hold on it
  std::unique_ptr<zip_t, ZipCloser> archive(zip_open_from_source(buffer.get(), ZIP_TRUNCATE, nullptr));
  if (!archive) zip_source_free(buffer.get());
  require(archive != nullptr);
  zip_source_t* content =
      zip_source_buffer(archive.get(), state.constData(), static_cast<zip_uint64_t>(state.size()), 0);
  require(content != nullptr);
  const zip_int64_t index = zip_file_add(archive.get(), kMember, content, ZIP_FL_ENC_UTF_8);
  if (index < 0) zip_source_free(content);
  require(index >= 0);
  const int first_day = 33;  // 1980-01-01: the same state is the same file
  require(zip_file_set_dostime(archive.get(), static_cast<zip_uint64_t>(index), 0, first_day, 0) == 0);
  require(zip_close(archive.get()) == 0);
  archive.release();
  zip_stat_t stat;
  require(zip_source_stat(buffer.get(), &stat) == 0 && zip_source_open(buffer.get()) == 0);
  QByteArray bytes(static_cast<qsizetype>(stat.size), Qt::Uninitialized);
  const zip_int64_t read = zip_source_read(buffer.get(), bytes.data(), stat.size);
  zip_source_close(buffer.get());
  require(read == static_cast<zip_int64_t>(stat.size));
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
  static const std::vector<std::string> members = {"omegascope", "document",  "selection", "layout",  "chosen",
                                                   "pinned",     "workspace", "around",    "saved_as"};
  for (const auto& [name, value] : whole.items())
    if (!omega::is_among(members, name))
      throw omega::Error::input("session: there is no " + omega::quoted(name) + omega::closest_hint(name, members) +
                                "; there can be " + omega::join(members, ", "));
  const auto read = [&](const char* name, const auto& fields) {
    if (whole.contains(name)) FieldReader::whole(whole[name], std::string("session: ") + name, fields);
  };
  session.document = documentFromJson(whole["document"]);
  read("selection", [&](auto& io) { cursorFields(io, session.locked); });
  read("chosen", [&](auto& io) { collectedFields(io, session.chosen); });
  if (whole.contains("pinned")) {
    session.pinned.emplace();
    read("pinned", [&](auto& io) { pinFields(io, *session.pinned); });
    const json& pin = whole["pinned"];
    session.pinned->document = pin.contains("document") ? documentFromJson(pin["document"]) : session.document;
  }
  if (whole.contains("workspace")) session.workspace = workspaceFromJson(whole["workspace"]);
  if (whole.contains("layout")) session.layout = layoutFromJson(whole["layout"]);
  if (whole.contains("saved_as")) session.savedAs = textFromJson(whole["saved_as"], "saved_as");
  if (whole.contains("around"))
    FieldReader::whole(json::object({{"around", whole["around"]}}), "session: session",
                       [&](auto& io) { io.index("around", session.around); });
  return session;
}

Session freshSession() {
  constexpr omega::Index kQuery = 12;  // whose keys lie in several groups, where it is of the first sequence
  Session session;
  session.document = Document::start();
  session.locked.query = kQuery;
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
