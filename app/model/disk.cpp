#include "model/disk.h"

#include "core/text.h"
#include "io/atomic_file.h"

namespace omegascope {

std::filesystem::path pathOf(const QString& name) { return {name.toStdString()}; }

void writeBytes(const QString& file, const QByteArray& bytes) {
  omega::write_file(pathOf(file), {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

void makeFolder(const QString& folder) { omega::make_folder(pathOf(folder)); }

}  // namespace omegascope
