// The origin of numbers that were measured elsewhere.
#pragma once

#include <QByteArray>
#include <QString>

namespace omegascope {

struct Origin {
  QString version;  // of the program
  QString machine;  // its processor
  int threads = 0;

  /// "omegascope 0.1.0, AMD EPYC 7B13, 2 threads"
  QString text() const;
  /// Reads what assets/stored/make_stored.py wrote. Throws omega::Error where it is something else.
  static Origin fromJson(const QByteArray& json);
};

}  // namespace omegascope
