# SPDX-License-Identifier: GPL-3.0-or-later
# bash completion for kernline; installed as /usr/share/bash-completion/completions/kernline.

# Folders, and the files whose names end in one of the given suffixes; all files if there are none of either.
_kernline_files() {
  local IFS=$'\n' path suffix
  local -a all=($(compgen -f -- "$cur"))
  for path in "${all[@]}"; do
    if [[ -d $path ]]; then
      COMPREPLY+=("$path")
      continue
    fi
    for suffix in "$@"; do
      if [[ $path == *"$suffix" ]]; then
        COMPREPLY+=("$path")
        break
      fi
    done
  done
  [[ ${#COMPREPLY[@]} -gt 0 ]] || COMPREPLY=("${all[@]}")
  compopt -o filenames 2>/dev/null
  return 0
}

# Profiles are recognized by content, so any file may be one; these are what they are usually called.
_kernline_profiles() {
  _kernline_files .json .sqlite .csv .gz .zst .zip .tar .html .trace .log .txt
}

_kernline_words() {
  COMPREPLY=($(compgen -W "$1" -- "$cur"))
  return 0
}

# Behind --, and for its name, another program's command line: files.
_kernline_record() {
  local i
  for ((i = 2; i < COMP_CWORD; i++)); do
    if [[ ${COMP_WORDS[i]} == -- ]]; then
      _kernline_files
      return
    fi
  done
  case $prev in
    --to) _kernline_words '-' && return ;;
    --counters) _kernline_words 'basic memory links all' && return ;;
    --metrics) _kernline_words 'basic memory' && return ;;
    --l2) _kernline_words 'flush warm' && return ;;
    --progress) _kernline_words 'json' && return ;;
    --delay | --duration | --every | --launches | --set | --sweep | --tune | --samples | --noise | --time-limit | --device) return ;;
    -o | --output) _kernline_files .json && return ;;
    run)
      _kernline_files .cu
      COMPREPLY+=($(compgen -W "$(kernline record list 2>/dev/null | grep -o '^[^ ]*')" -- "$cur"))
      return
      ;;
    list) _kernline_files .cu && return ;;
  esac
  case ${COMP_WORDS[2]} in
    list | doctor) _kernline_words '--json' ;;
    ceilings) _kernline_words '--device --no-keep --json' ;;
    run) _kernline_words '--set --sweep --tune --samples --noise --time-limit --l2 --device --counters --every --profile --source --blocks --output --no-timeline --no-ceilings --json --progress' ;;
    *) _kernline_words 'list run ceilings doctor --delay --duration --counters --every --profile --launches --metrics --source --output --to --help --' ;;
  esac
  return 0
}

_kernline() {
  local cur prev command word i
  COMPREPLY=()
  cur=${COMP_WORDS[COMP_CWORD]}
  prev=${COMP_WORDS[COMP_CWORD - 1]}
  if [[ $cur == = ]]; then # "--by=" is three words to bash
    cur=
  elif [[ $prev == = ]]; then
    prev=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  command=
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    case $word in
      summary | stats | steps | calltree | modules | work | advise | whatif | blocks | source | events | tables | memory | query | export | digest | compare | ranks | render | families | work-rules | schema | demo | mcp | serve | record)
        command=$word
        break
        ;;
    esac
  done

  if [[ $command == record ]]; then
    _kernline_record
    return
  fi

  case $prev in
    --by)
      if [[ $command == memory ]]; then
        _kernline_words 'op line phase size stack'
      elif [[ $command == whatif ]]; then
        _kernline_words 'name kind op module phase rank'
      elif [[ $command == compare ]]; then
        _kernline_words 'name normal family op shape order'
      elif [[ $command == work || $command == render ]]; then
        _kernline_words 'shape op kernel family module phase'
      else
        _kernline_words 'name family category op module phase step shape launch stream'
      fi
      return
      ;;
    --kind) _kernline_words 'kernel memcpy memset device runtime op python annotation gpu_annotation all' && return ;;
    --sort) _kernline_words 'total count mean median min max stddev name' && return ;;
    --names) _kernline_words 'short demangled raw' && return ;;
    --view) _kernline_words 'timeline overview memory roofline heatmap compare matrix series' && return ;;
    --metric) _kernline_words 'step_time compute exposed_communication waiting lateness bus_bandwidth idle peak_memory pipeline_waiting expert_excess expert_load counter:' && return ;;
    --align) _kernline_words 'first-step each-step stretched start' && return ;;
    --better) _kernline_words 'less more none' && return ;;
    --time) _kernline_words 'device host launch' && return ;;
    --html) _kernline_files .html && return ;;
    --theme) _kernline_words 'light dark' && return ;;
    --language) _kernline_words 'en zh_CN' && return ;;
    --size) _kernline_words '1280x720 1920x1080 2560x1440 3840x2160' && return ;;
    --color) _kernline_words 'auto always never' && return ;;
    --weight) _kernline_words 'host device count' && return ;;
    --name | --track | --range | --timeout | --max-memory | --at | --limit | --depth | --min-share) return ;;
    --steps) return ;;
    --steps-by) _kernline_words 'recorded annotations functions rounds' && return ;;
    --metric | --columns | --rows | --for | --where | --baseline | --tables | --pair | --fail-above | --clock) return ;;
    --args) [[ $command == events ]] && return ;;
    --format) _kernline_words 'sqlite json parquet'; return ;;
    -o | --output)
      if [[ $command == export ]]; then
        _kernline_files .sqlite .json .json.gz
      elif [[ $command == whatif ]]; then
        _kernline_files .json .json.gz
      else
        _kernline_files .png .svg
      fi
      return
      ;;
  esac

  if [[ $cur == -* ]]; then
    local common='--max-memory --color --no-pager'
    case $command in
      summary) _kernline_words '--capture --json --all --help '"$common" ;;
      stats) _kernline_words '--by --kind --filter --range --lazy --steps --steps-by --capture --sort --limit --shapes --names --full-names --json --csv --markdown --help '"$common" ;;
      steps) _kernline_words '--steps-by --limit --json --csv --help '"$common" ;;
      calltree) _kernline_words '--bottom-up --weight --track --range --lazy --steps --steps-by --depth --min-share --limit --names --json --folded --help '"$common" ;;
      modules) _kernline_words '--range --lazy --steps --steps-by --capture --depth --limit --json --csv --help '"$common" ;;
      work) _kernline_words '--by --range --lazy --steps --steps-by --capture --ncu --device --limit --json --csv --help '"$common" ;;
      advise) _kernline_words '--range --lazy --steps --steps-by --capture --device --limit --json --markdown --help '"$common" ;;
      whatif) _kernline_words '--set --by --steps-by --device --limit --output --json --help '"$common" ;;
      source) _kernline_words '--kernel --by --limit --json --help '"$common" ;;
      events) _kernline_words '--name --args --track --range --lazy --steps --steps-by --capture --limit --json --csv --help '"$common" ;;
      tables) _kernline_words '--json --csv --all --help '"$common" ;;
      memory) _kernline_words '--by --at --range --steps --steps-by --align --limit --json --csv --help '"$common" ;;
      query) _kernline_words '--tables --limit --timeout --json --csv --markdown --help '"$common" ;;
      export) _kernline_words '--output --format --range --steps --steps-by --args --help '"$common" ;;
      digest) _kernline_words '--output --again --help '"$common" ;;
      compare)
        _kernline_words '--by --steps-by --pair --why --ncu --fail-above --matrix --pattern --series --by-time --metric --columns --rows --for --where --baseline --better --tables --time --limit --json --csv --markdown --html --help '"$common"
        ;;
      ranks) _kernline_words '--clock --limit --json --csv --metric --help '"$common" ;;
      render) _kernline_words '--view --output --size --range --lazy --steps --steps-by --theme --language --blocks --by --device --metric --help '"$common" ;;
      families | work-rules | blocks) _kernline_words '--json --help '"$common" ;;
      schema | mcp) _kernline_words '--help '"$common" ;;
      serve) _kernline_words '--stdio --help '"$common" ;;
      demo) _kernline_words '--path --help '"$common" ;;
      *) _kernline_words '--help --version' ;;
    esac
    return
  fi

  if [[ $command == schema ]]; then
    COMPREPLY=($(compgen -W 'advise blocks calltree compare compare-runs compare-series digest events experiment families heat-map memory memory-comparison memory-log modules query query-tables ranks record-ceilings record-doctor record-list record-run source source-comparison stats steps summary tables whatif work work-rules' -- "$cur"))
    return
  fi

  if [[ $command == mcp ]]; then
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -d -- "$cur"))
    return
  fi

  _kernline_profiles
  if [[ -z $command && COMP_CWORD -eq 1 ]]; then
    COMPREPLY+=($(compgen -W 'summary stats steps calltree modules work advise whatif blocks source events tables memory query export digest compare ranks render families work-rules schema demo mcp serve record help' -- "$cur"))
  fi
}

complete -F _kernline kernline
