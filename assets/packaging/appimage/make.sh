#!/usr/bin/env bash
# Makes the folder of an AppImage from a build, and the AppImage itself where appimagetool is installed.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

usage() {
  cat <<'END'
Usage: assets/packaging/appimage/make.sh BUILD FOLDER

  BUILD   a build folder with the app, such as build/package
  FOLDER  where to make Omegascope.AppDir; an earlier one there is replaced

The programs, Qt's plugins and every library they need go into the folder, but for what each desktop system has of its own
(C and C++ libraries, drivers, X, fonts). It runs as FOLDER/Omegascope.AppDir/AppRun, wherever it is moved.
END
}

[ $# -eq 2 ] || { usage >&2; exit 2; }
build=$1
mkdir -p "$2"
folder=$(cd "$2" && pwd)/Omegascope.AppDir
id=org.omegascope.Omegascope
[ -x "$build/bin/omegascope" ] || { echo "make.sh: there is no $build/bin/omegascope; build it first" >&2; exit 2; }

# What the system must bring: to take another one's would not fit its kernel, drivers or fonts.
system='^(ld-linux.*|lib(c|m|dl|rt|pthread|resolv|stdc\+\+|gcc_s|GL|EGL|GLX|OpenGL|GLdispatch|GLESv2|drm|gbm|X11|X11-xcb|xcb|ICE|SM|'
system+='uuid|fontconfig|freetype|harfbuzz|expat|z|fribidi|udev|systemd|glib-2\.0|gobject-2\.0|gio-2\.0|gmodule-2\.0|gthread-2\.0))\.so'

rm -rf "$folder"
cmake --install "$build" --prefix "$folder/usr" --component app --strip >/dev/null
grep -q 'OMEGASCOPE_CUDA:BOOL=ON' "$build/CMakeCache.txt" && cmake --install "$build" --prefix "$folder/usr" --component cuda --strip >/dev/null

plugins=$(qmake6 -query QT_INSTALL_PLUGINS 2>/dev/null || qtpaths6 --plugin-dir)
for kind in platforms platforminputcontexts xcbglintegrations iconengines imageformats wayland-decoration-client \
  wayland-graphics-integration-client wayland-shell-integration; do
  [ ! -d "$plugins/$kind" ] || { mkdir -p "$folder/usr/lib/plugins" && cp -r "$plugins/$kind" "$folder/usr/lib/plugins/"; }
done
rm -f "$folder"/usr/lib/plugins/platforms/libq{eglfs,linuxfb,minimalegl,vkkhrdisplay,vnc}.so  # for devices without a desktop
printf '[Paths]\nPrefix = ..\nPlugins = lib/plugins\n' >"$folder/usr/bin/qt.conf"

licences="$folder/usr/share/doc/omegascope/licences"
mkdir -p "$licences"
find "$folder/usr/bin" "$folder/usr/lib" -type f \( -perm -u+x -o -name '*.so*' \) -exec ldd {} + 2>/dev/null |
  sed -n 's/^\t\([^ ]*\) => \(\/[^ ]*\) .*/\1 \2/p' | sort -u | while read -r name path; do
  [[ ! $name =~ $system ]] || continue
  case $path in "$folder"/*) continue ;; esac
  cp -L "$path" "$folder/usr/lib/$name"
  # The terms under which it is given away come with it.
  package=$(dpkg-query -S "*/$(basename "$(readlink -f "$path")")" 2>/dev/null | sed -n '1s/[:,].*//p')
  [ -z "$package" ] || cp "/usr/share/doc/$package/copyright" "$licences/$package" 2>/dev/null ||
    echo "make.sh: no copyright file for $name" >&2
done

cp "$here/AppRun" "$folder/AppRun"
cp "$folder/usr/share/applications/$id.desktop" "$folder/"
cp "$folder/usr/share/icons/hicolor/scalable/apps/$id.svg" "$folder/"
ln -sf "$id.svg" "$folder/.DirIcon"
echo "$folder: $(du -sm "$folder" | cut -f1) MiB, $(find "$folder/usr/lib" -maxdepth 1 -name '*.so*' | wc -l) libraries"
if command -v appimagetool >/dev/null; then
  (cd "$folder/.." && appimagetool "$folder")
else
  echo "appimagetool is not installed: the folder is complete, but not packed into one file"
fi
