# Completes `omegascope` in bash: the options that its --help lists, what some of them may be, and files.

# Names that `omega ... --json` lists.
_omegascope_names() { omega "$@" --json 2>/dev/null | sed -n 's/^ *"name": "\([^"]*\)".*/\1/p'; }

_omegascope() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} words=
  [[ $previous != --present ]] || previous=--lesson # it takes the same
  case $previous in
    --workspace) words='explore studies train teach' ;;
    --language) words='en zh' ;;
    --study | --lesson) words=$(_omegascope_names "${previous#--}" list) ;;
    --manual) words="contents tour window keys words symbols $(_omegascope_names list) $(_omegascope_names lesson list)" ;;
  esac
  [[ $current != -* ]] || words=$("${COMP_WORDS[0]}" --help 2>/dev/null | sed -nE 's/^  (-[a-z], )?(--[a-z-]+).*/\2/p')
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}

# Where nothing of ours fits, bash completes file names.
complete -o default -F _omegascope omegascope
