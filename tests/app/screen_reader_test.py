"""What a screen reader hears of the window, over the bus that screen readers listen to.

    screen_reader_test.py OMEGASCOPE

Ends with 77 (skipped) where that bus or its Python bindings are not installed. accessibility_test.cpp looks closer, without a bus.
"""

import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LAUNCHER = Path("/usr/libexec/at-spi-bus-launcher")
PATIENCE = 120  # seconds; a quiet machine needs three

# Roles of what people operate or look at: none of these may be without a name.
NAMED = {"push button", "toggle button", "check box", "radio button", "combo box", "slider", "spin button", "text", "menu item",
         "check menu item", "page tab", "table", "list", "tool bar", "chart", "image"}
# What must be among them, and how its name reads.
SENTENCES = (r"Attention of lara, head 0: query 12 attends most to key \d+, 0\.\d+",
             r"Weights of query 12, head 0: rfa: ESS [\d.]+ of 16, .*lara: ESS [\d.]+ of 16")


def skip(reason):
    print("skipped:", reason)
    sys.exit(77)


def inside_own_bus():
    """Starts this script again as the only client of a bus of its own."""
    if not shutil.which("dbus-run-session") or not LAUNCHER.exists():
        skip("dbus-run-session or at-spi2-core is not installed")
    os.execvpe("dbus-run-session", ["dbus-run-session", "--", sys.executable, __file__, sys.argv[1], "inside"], os.environ)


def parts(node):
    for i in range(node.get_child_count()):
        child = node.get_child_at_index(i)
        if child:
            yield child
            yield from parts(child)


def programs(atspi):
    desktop = atspi.get_desktop(0)
    return [each for each in (desktop.get_child_at_index(i) for i in range(desktop.get_child_count())) if each]


def wait_for(look):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if found := look():
            return found
        time.sleep(0.2)
    return None


def has_value_in_range(value, part):
    return "Value" in part.get_interfaces() and (
        value.get_minimum_value(part) <= value.get_current_value(part) <= value.get_maximum_value(part))


def faults(atspi, app):
    roles, names, wrong = collections.Counter(), [], []
    for part in parts(app):
        role, name, states = part.get_role_name(), part.get_name(), part.get_state_set()
        if not states.contains(atspi.StateType.SHOWING):
            continue
        roles[role] += 1
        names.append(name)
        if role in NAMED and not name.strip():
            wrong.append(f"a {role} has no name: {part.get_description()!r} in {part.get_parent().get_name()!r}")
        if role in ("slider", "spin button") and not has_value_in_range(atspi.Value, part):
            wrong.append(f"the {role} {name!r} has no value within its range")
    wrong += [f"no {role} is shown" for role in ("push button", "slider", "combo box", "chart", "menu item", "table") if not roles[role]]
    wrong += [f"nothing says {sentence!r}" for sentence in SENTENCES if not any(re.fullmatch(f"{sentence}.*", n) for n in names)]
    print(sum(roles.values()), "parts are shown:", dict(roles.most_common()))
    return wrong


def main():
    try:
        import gi
        gi.require_version("Atspi", "2.0")
        from gi.repository import Atspi as atspi
    except (ImportError, ValueError) as error:
        skip(error)
    if len(sys.argv) == 2:
        inside_own_bus()
    with tempfile.TemporaryDirectory() as home:
        own = {**os.environ, "HOME": home, "XDG_CONFIG_HOME": home + "/config", "XDG_DATA_HOME": home + "/data", "LC_ALL": "C.UTF-8",
               "XDG_RUNTIME_DIR": home, "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1"}
        os.environ["XDG_RUNTIME_DIR"] = home
        bus = subprocess.Popen([LAUNCHER, "--launch-immediately", "--a11y=1", "--screen-reader=1"], env=own)
        window = subprocess.Popen([sys.argv[1], "--geometry", "1280x800"], env=own)
        try:
            app = wait_for(lambda: next((each for each in programs(atspi) if each.get_name() == "omegascope"), None))
            if not app:
                sys.exit("the window does not come to the bus")
            # The picture is there once the last of its sentences is.
            wait_for(lambda: any(re.match(SENTENCES[-1], part.get_name()) for part in parts(app)))
            wrong = faults(atspi, app)
        finally:
            for process in (window, bus):
                process.terminate()
                process.wait(timeout=30)
    sys.exit("\n".join(wrong) if wrong else 0)


if __name__ == "__main__":
    main()
