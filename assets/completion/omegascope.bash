# Completes `omegascope` in bash: the options that its --help lists, what some of them may be, and files.

# Names that `omega ... --json` lists.
_omegascope_names() { omega "$@" --json 2>/dev/null | sed -n 's/^ *"name": "\([^"]*\)".*/\1/p'; }

# The panels, as the program's complaint about a wrong one lists them.
_omegascope_panels() {
  "${COMP_WORDS[0]}" --render - --panel '?' --output panel.svg 2>&1 >/dev/null | sed -nE 's/.*; the panels are (.*)/\1/p' | tr -d ,
}

# Pages of the manual that are named like nothing else.
_omegascope_pages='contents tour window figures keys lessons presenting words symbols methods papers sequences games chance
  all-studies studies train training command python performance cuda'

_omegascope() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} words=
  [[ $previous != --present && $previous != --handout ]] || previous=--lesson # they take the same
  case $previous in
    --workspace) words='explore studies train teach' ;;
    --language) words='en zh' ;;
    --study | --lesson) words=$(_omegascope_names "${previous#--}" list) ;;
    --panel) words=$(_omegascope_panels) ;;
    --manual) words="$_omegascope_pages $(_omegascope_names list) $(_omegascope_panels) $(_omegascope_names lesson list)" ;;
  esac
  [[ $current != -* ]] || words=$("${COMP_WORDS[0]}" --help 2>/dev/null | sed -nE 's/^  (-[a-z], )?(--[a-z-]+).*/\2/p')
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current" | awk '!seen[$0]++') # a method and a lesson can have one name
}

# Where nothing of ours fits, bash completes file names.
complete -o default -F _omegascope omegascope
