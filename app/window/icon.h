// The icon of the program's windows: assets/icons/omegascope.svg.
#pragma once

#include <QIcon>

namespace omegascope {

QIcon programIcon();

}  // namespace omegascope
