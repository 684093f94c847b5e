# SPDX-License-Identifier: GPL-3.0-or-later
# bash completion for kernline; installed as /usr/share/bash-completion/completions/kernline.

_kernline_profiles() {
  # Profiles are recognised by content, so any file may be one; names that usually are come first.
  local IFS=$'\n'
  COMPREPLY=($(compgen -f -X '!*.@(json|json.gz|json.zst|gz|zst|zip|tar|html|trace)' -- "$cur") $(compgen -d -S / -- "$cur"))
  [[ ${#COMPREPLY[@]} -gt 0 ]] || COMPREPLY=($(compgen -f -- "$cur"))
  compopt -o filenames -o nospace 2>/dev/null
  if [[ ${#COMPREPLY[@]} -eq 1 && ! -d ${COMPREPLY[0]} ]]; then
    compopt +o nospace 2>/dev/null
  fi
}

_kernline_words() {
  COMPREPLY=($(compgen -W "$1" -- "$cur"))
}

_kernline() {
  local cur prev command word i
  COMPREPLY=()
  cur=${COMP_WORDS[COMP_CWORD]}
  prev=${COMP_WORDS[COMP_CWORD - 1]}
  command=
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    case $word in
      summary | stats | events | render)
        command=$word
        break
        ;;
    esac
  done

  case $prev in
    --by) _kernline_words 'name category op stream' && return ;;
    --kind) _kernline_words 'kernel memcpy memset device runtime op python annotation all' && return ;;
    --sort) _kernline_words 'total count mean median min max stddev name' && return ;;
    --view) _kernline_words 'timeline' && return ;;
    --theme) _kernline_words 'light dark' && return ;;
    --size) _kernline_words '1280x720 1920x1080 2560x1440 3840x2160' && return ;;
    --name | --track | --range | --limit) return ;;
    -o | --output)
      compopt -o filenames 2>/dev/null
      local IFS=$'\n'
      COMPREPLY=($(compgen -f -X '!*.@(png|svg)' -- "$cur") $(compgen -d -- "$cur"))
      return
      ;;
  esac

  if [[ $cur == -* ]]; then
    case $command in
      summary) _kernline_words '--json --all --help' ;;
      stats) _kernline_words '--by --kind --range --sort --limit --full-names --json --csv --help' ;;
      events) _kernline_words '--name --track --range --limit --json --csv --help' ;;
      render) _kernline_words '--view --output --size --range --theme --help' ;;
      *) _kernline_words '--help --version' ;;
    esac
    return
  fi

  _kernline_profiles
  if [[ -z $command && COMP_CWORD -eq 1 ]]; then
    COMPREPLY+=($(compgen -W 'summary stats events render' -- "$cur"))
  fi
}

complete -F _kernline kernline
