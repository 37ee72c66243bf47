#!/usr/bin/env bash
# with_display.sh COMMAND...: runs the command under a display server of its own, with OpenGL drawn by the processor.
# Ends with 77 (skipped) where there is no such server. OMEGASCOPE_WHEN_LEFT=-terminate: the server ends when its last
# client leaves.
set -euo pipefail
command -v Xvfb >/dev/null || { echo "skipped: Xvfb is not installed"; exit 77; }
folder=$(mktemp -d)
server=
cleanup() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || :
  wait 2>/dev/null || :
  rm -rf "$folder"
}
trap cleanup EXIT

Xvfb -displayfd 3 -screen 0 1600x1200x24 -nolisten tcp "${OMEGASCOPE_WHEN_LEFT:--noreset}" 3>"$folder/display" >"$folder/log" 2>&1 &
server=$!
for ((tries = 0; tries < 1200; ++tries)); do
  [ -s "$folder/display" ] && break
  kill -0 "$server" 2>/dev/null || break
  sleep 0.05
done
[ -s "$folder/display" ] || { echo "Xvfb did not start within a minute:"; cat "$folder/log"; exit 1; }
DISPLAY=":$(cat "$folder/display")" QT_QPA_PLATFORM=xcb LIBGL_ALWAYS_SOFTWARE=1 QT_XCB_GL_INTEGRATION=xcb_glx "$@"
