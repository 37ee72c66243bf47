# Completes `omega` in bash. All it offers it asks of the program that stands on the line, so it is never out of date.
# Use it with: source assets/completion/omega.bash

# Options of a subcommand, one per line: name, and what follows it ("--precision f32|f64"). Without one: omega's own.
_omega_options() { "${omega[@]}" --help 2>/dev/null | sed -nE 's/^    (-[a-z],)?(--[a-z0-9_-]+)(, -[a-z])?( ([^ ]+))?( .*)?$/\2 \5/p' | sort -u; }

_omega_subcommands() { "${omega[0]}" --help 2>/dev/null | sed -nE '/^SUBCOMMANDS/,/^$/s/^    ([a-z_]+) .*/\1/p'; }

# Names in a JSON list of the program's answer: _omega_names LIST ARGUMENT...
_omega_names() { "${omega[0]}" "${@:2}" --json 2>/dev/null | _omega_named "$1"; }

_omega_named() {
  awk -v list="\"$1\":" '
    $1 == list { inside = 1; match($0, /^ */); indent = RLENGTH; next }
    inside && /^ *\]/ { match($0, /^ */); if (RLENGTH == indent) inside = 0 }
    inside && $1 == "\"name\":" { match($0, /^ */); if (RLENGTH == indent + 4) { gsub(/[",]/, "", $2); print $2 } }'
}

# What the option NAME may be, by the first one of that name in the answer: _omega_values NAME ARGUMENT...
_omega_values() {
  "${omega[0]}" "${@:2}" --json 2>/dev/null | awk -v option="\"$1\"," '
    $1 == "\"arrays\":" { exit }
    $1 == "\"name\":" { ours = $2 == option }
    ours && $1 == "\"default\":" && $2 ~ /^(true|false),$/ { print "true"; print "false"; exit }
    ours && $1 == "\"words\":" { inside = 1; next }
    inside && /^ *\]/ { exit }
    inside { gsub(/[ ",]/, ""); print }'
}

# Words of the glossary that have no blanks, in small letters as they are typed.
_omega_words() {
  "${omega[0]}" list --json 2>/dev/null | awk '
    $1 == "\"words\":" { inside = 1; next }
    inside && /^ *\]/ { exit }
    inside && NF == 1 { gsub(/[ ",]/, ""); print tolower($0) }'
}

# The words that an option's help ends with, "One of a, b, c.": _omega_choices OPTION
_omega_choices() {
  "${omega[@]}" --help 2>/dev/null | awk -v option="$1" '
    /^    -/ { inside = $1 == option }
    !/^    / { inside = 0 }
    inside' | tr -s '\n ' ' ' | sed -nE 's/.*One of ([^.]*)\..*/\1/p' | tr -d ,
}

# The presets of the task on the line, or of all tasks.
_omega_task_presets() {
  local task=${words[2]:-}
  "${omega[0]}" train --list --json 2>/dev/null | awk -v task="\"$task\"," '
    /^      "name": / { ours = $2 == task; any = any || ours }
    { line[NR] = $0; keep[NR] = ours }
    END { for (i = 1; i <= NR; ++i) if (keep[i] || !any) print line[i] }' | _omega_named presets | awk '!seen[$0]++'
}

# The parts of a list that the program's complaint about a wrong word ends with, one per line: _omega_complaint ARGUMENT...
_omega_complaint() {
  "${omega[0]}" "$@" 2>&1 >/dev/null | sed -nE 's/.*(; there are|; the panels are|; one of|must be one of) (.*)/\2/p' | tr ',' '\n' |
    sed -E 's/^ *//'
}

# The word after OPTION on the line: _omega_word_after OPTION
_omega_word_after() {
  local i
  for ((i = 1; i + 1 < ${#words[@]}; ++i)); do
    [ "${words[i]}" = "$1" ] && { printf '%s' "${words[i + 1]}"; return; }
  done
}

# Offers those of the lines that continue what stands after the last of DELIMITERS: _omega_offer LINES [DELIMITERS]
_omega_offer() {
  local last=$current before='' delimiter
  for delimiter in ${2:-}; do
    [[ $last == *"$delimiter"* ]] && before=${current%"${last##*"$delimiter"}"} && last=${last##*"$delimiter"}
  done
  # Readline replaces only what follows its own last break, and `=` is one.
  local kept=$before
  [[ $COMP_WORDBREAKS == *=* ]] && kept=${before##*=}
  mapfile -t COMPREPLY < <(compgen -P "$kept" -W "$1" -- "$last")
}

# The methods of cases of bench, one per line: _omega_case_methods A,B
_omega_case_methods() {
  "${omega[0]}" bench --list --json 2>/dev/null | awk -v cases="$1" '
    { gsub(/[",]/, "", $2) }
    $1 == "\"name\":" { name = $2; gsub(/[0-9]+/, "#", name) }  # any number may stand in the names of a family
    $1 == "\"method\":" { method[name] = $2 }
    END {
      count = split(cases, each, ",")
      for (i = 1; i <= count; ++i) {
        name = each[i]
        gsub(/[0-9]+/, "#", name)
        found = name in method ? method[name] : each[i]
        if (!seen[found]++) print found
      }
    }'
}

# NAME=VALUE of the method of --method; or METHOD.NAME=VALUE of one of --methods
_omega_offer_setting() {
  local methods method names name=${current%%=*}
  methods=$(_omega_word_after --method)
  [ -z "$methods" ] && methods=$(_omega_case_methods "$(_omega_word_after --case)")
  [ -z "$methods" ] && [[ $name == *.* ]] && methods=${name%%.*}
  if [[ $current == *=* ]]; then
    for method in $methods; do
      names=$(_omega_values "${name##*.}" describe "$method")
      [ -n "$names" ] && break
    done
    _omega_offer "$names" =
    return
  fi
  for method in ${methods:-$(_omega_word_after --methods | tr , ' ')}; do
    names+=$(_omega_names options describe "$method" | sed "s/.*/$([[ $placeholder == *METHOD* ]] && echo "$method.")&=/")$'\n'
  done
  _omega_offer "$names"
  compopt -o nospace 2>/dev/null
}

# What a study or a lesson can do, and the studies or lessons there are to do it with; merge and plot take folders, check
# a file as well.
_omega_offer_action() {
  local action
  for action in "${words[@]:1:${#words[@]}-2}"; do
    case $action in
      run|describe) _omega_offer "$(_omega_names studies study list)"; return ;;
      show|check|handout|play) _omega_offer "$(_omega_names lessons lesson list)"; return ;;
      list|merge|plot|exam) return ;;
    esac
  done
  case ${omega[1]} in
    lesson) _omega_offer "list show check handout exam play" ;;
    *) _omega_offer "list describe run merge plot" ;;
  esac
}

# What train is for: a task, all tasks, or a report on runs; after one of these come options and folders.
_omega_offer_training() {
  [ "${#words[@]}" -eq 3 ] || return
  case ${omega[1]} in
    train) _omega_offer "$(_omega_names tasks train --list)
all report" ;;
    bench) _omega_offer train ;;
  esac
}

# What heads can be sorted by, of the methods on the line; "error rfa" as a shell reads it.
_omega_offer_order() {
  local methods
  methods=$(_omega_word_after --methods)
  mapfile -t COMPREPLY < <(_omega_complaint heads ${methods:+--methods "$methods"} --sort '?' | sed 's/ /\\ /g' |
    awk -v start="$current" 'index($0, start) == 1')
}

# Methods, or where none begins like this, words of the glossary.
_omega_offer_described() {
  _omega_offer "$(_omega_names methods list)"
  [ -n "$current" ] && [ "${#COMPREPLY[@]}" -eq 0 ] && _omega_offer "$(_omega_words)"
}

# Attentions that are trained, behind bench train; else the cases of bench and all methods.
_omega_offer_cases() {
  if [[ " ${words[*]} " == *' train '* ]]; then
    _omega_offer "$(_omega_complaint bench train --case '?')" ,
  else
    _omega_offer "$(_omega_names cases bench --list)
$(_omega_names methods list)" ,
  fi
}

_omega_offer_value() {  # _omega_offer_value OPTION, which wants $placeholder
  case "$1 $placeholder" in
    *' METHOD') _omega_offer "$(_omega_names methods list)" ;;
    *' PRESET') _omega_offer "$(_omega_names presets synth --list)" ;;
    *' GAME') _omega_offer "$(_omega_names presets chance --list)" ;;
    *' WORD')
      local choices
      choices=$(_omega_choices "$1")
      _omega_offer "${choices:-$(_omega_values "${1#--}" synth --list)}"
      ;;
    '--preset NAME') _omega_offer "$(_omega_task_presets)" ;;
    '--tasks '*) _omega_offer "$(_omega_names tasks train --list)" , ;;
    '--panel '*) _omega_offer "$(_omega_complaint render - --panel '?' --output panel.svg | grep -v ' ')" ;;
    '--sort '*) _omega_offer_order ;;
    '--case '*) _omega_offer_cases ;;
    '--methods '*) _omega_offer "$(_omega_names methods list)" , ;;
    '--want '*) _omega_offer "$(_omega_names outputs describe "$(_omega_word_after --method)")" , ;;
    *NAME=VALUE) _omega_offer_setting ;;
    *'|'*) _omega_offer "${placeholder//|/ }" ;;
  esac
}

_omega() {
  local words current previous placeholder
  read -ra words <<<"${COMP_LINE:0:COMP_POINT}"
  [[ ${COMP_LINE:0:COMP_POINT} == *' ' ]] && words+=('')
  current=${words[-1]} previous=${words[-2]:-}
  local omega=("${words[0]/#\~/$HOME}") word
  COMPREPLY=()
  for word in "${words[@]:1:${#words[@]}-2}"; do
    if _omega_subcommands | grep -qxF -- "$word"; then
      omega+=("$word")
      break
    fi
  done
  placeholder=$(_omega_options | sed -n "s/^${previous//[^a-zA-Z0-9_-]/.} \(..*\)/\1/p")
  if [ -n "$placeholder" ]; then
    _omega_offer_value "$previous"
  elif [[ $current == -* ]]; then
    _omega_offer "$(_omega_options | cut -d' ' -f1)"
  elif [ "${#omega[@]}" -eq 1 ]; then
    _omega_offer "$(_omega_subcommands)"
  elif "${omega[@]}" --help 2>/dev/null | grep -q '^    METHOD '; then
    _omega_offer_described
  elif "${omega[@]}" --help 2>/dev/null | grep -q '^    ACTION '; then
    _omega_offer_action
  elif "${omega[@]}" --help 2>/dev/null | grep -q '^    WHAT '; then
    _omega_offer_training
  elif "${omega[@]}" --help 2>/dev/null | grep -q '^    PRESET '; then
    _omega_offer "$(_omega_names presets synth --list)
$(_omega_names samples synth --list)"
  fi
}

# Where nothing of ours fits, bash completes file names.
complete -o default -F _omega omega
