# Completes `omegascope` in bash: the options that its --help lists, what some of them may be, and files.
_omegascope() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} words=
  case $previous in
    --workspace) words='explore studies train teach' ;;
    --study | --lesson) words=$(omega "${previous#--}" list --json 2>/dev/null | sed -n 's/^ *"name": "\([^"]*\)".*/\1/p') ;;
  esac
  [[ $current != -* ]] || words=$("${COMP_WORDS[0]}" --help 2>/dev/null | sed -nE 's/^  (-[a-z], )?(--[a-z-]+).*/\2/p')
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}

# Where nothing of ours fits, bash completes file names.
complete -o default -F _omegascope omegascope
