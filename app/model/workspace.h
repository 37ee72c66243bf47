// What the window is for at the moment: each workspace has panels of its own.
#pragma once

#include <QString>
#include <array>
#include <optional>

namespace omegascope {

enum class Workspace { Explore, Studies, Train, Teach };

inline constexpr std::array kWorkspaces = {Workspace::Explore, Workspace::Studies, Workspace::Train, Workspace::Teach};

/// What session files and the command line call a workspace.
inline QString nameOf(Workspace workspace) {
  static const QString names[] = {QStringLiteral("explore"), QStringLiteral("studies"), QStringLiteral("train"),
                                  QStringLiteral("teach")};
  return names[static_cast<std::size_t>(workspace)];
}
inline std::optional<Workspace> workspaceOf(const QString& name) {
  for (const Workspace workspace : kWorkspaces)
    if (nameOf(workspace) == name) return workspace;
  return {};
}

}  // namespace omegascope
