#!/bin/sh
# tellback's hook without Node: writes the payload to the inbox, and asks the daemon if the host waits for an answer.
# Whatever is broken: exit 0, no output, the payload on disk if there is a disk. The file format: src/platform/inbox.ts.
# Usage: hook.sh [--host NAME] capture | wake [SECONDS] | answer SECONDS | ask SECONDS | guard SECONDS   (payload on stdin)
# `ask` is for frequent events: it only captures if no daemon runs or there is nothing to inject for the file.
# `wake SECONDS` waits for an answer while the daemon says that calls are broken.

# A shell that cannot start a process (the user's limit) exits with 2, which makes a host drop the prompt or refuse the
# tool. A limit on file sizes would end it by a signal.
trap 'exit 0' EXIT
trap '' XFSZ 2>/dev/null

# A project without tasks has no sealed files. Checked before anything else: it must cost nothing there.
if [ "$1" = guard ]; then
  folder=$CLAUDE_PROJECT_DIR
  until [ -d "$folder/.tellback/tasks" ]; do
    [ -n "$folder" ] || exit 0
    case $folder in */*) folder=${folder%/*} ;; *) folder= ;; esac
  done
fi

set -C
umask 077
host=claude-code
payload=
if [ "$1" = --host ]; then
  host=$2
  shift 2
  # Other hosts name the project in the payload. Set but empty, the variable still shows the daemon that a hook starts it.
  export CLAUDE_PROJECT_DIR=
fi
# Without HOME, Node asks the system for the user's home folder (src/config/paths.ts); so does this script.
if [ -z "$TELLBACK_HOME$HOME" ]; then
  case $(id -un 2>/dev/null) in '' | *[!A-Za-z0-9._-]*) exit 0 ;; esac
  eval "HOME=~$(id -un)"
fi
home=${TELLBACK_HOME:-$HOME/.tellback}
home=${home%/}
inbox=$home/inbox

# Another user may have created the folder first: do not trust or run their files, and do not write to it.
# Same checks as src/config/private-files.ts. Reading the mode costs a process, so it is done only before trusting files.
is_ours() {
  [ -O "$1" ] && { [ ! -L "$1" ] || [ -n "$(find "$1" -prune -user "$(id -u)")" ]; }
} 2>/dev/null
is_closed() {
  case $(ls -ldL "$home") in d????-??-*) ;; *) return 1 ;; esac
} 2>/dev/null

[ -d "$inbox" ] || mkdir -p "$inbox" 2>/dev/null || exit 0
is_ours "$home" && is_ours "$inbox" || exit 0

# A text field of the payload, as it is in the JSON. Quotes inside other texts are escaped, so the first match is the
# field itself; far from the beginning a shell would search too long.
field() {
  before=${payload%%"\"$1\":\""*}
  value=${#before}
  [ "$value" -lt 2000 ] && value=${payload#"$before\"$1\":\""} && [ "$value" != "$payload" ] &&
    value=${value%%\"*}
}

# Whether an edit mentions what is called from elsewhere; without the text that it replaces, it may. $1: the names.
mentions() {
  before=${payload%%'"old_string":"'*}
  [ ${#before} -lt 2000 ] && old=${payload#"$before"'"old_string":"'} && [ "$old" != "$payload" ] || return 0
  old=${old%%'","new_string":"'*}
  for name in $1; do
    case $old in *"$name"*) return 0 ;; esac
  done
  return 1
}

# Whether there is nothing to inject: for a command that printed no failure, or for the opened file. The daemon keeps a
# file for each path with something to inject, listing the conversations that have received it (src/indexes/openings.ts);
# without that folder, ask the daemon.
has_nothing_to_say() {
  [ -n "$CLAUDE_PROJECT_DIR" ] && [ -e "$home/openings$CLAUDE_PROJECT_DIR/@/@untold" ] && return 1
  case $payload in
    *'"hook_event_name":"PostToolUse"'*'"tool_name":"Bash"'*)
      case $payload in *[Ff]ail* | *FAIL* | *rror* | *ERR*) return 1 ;; *) return 0 ;; esac ;;
  esac
  known=$home/openings$CLAUDE_PROJECT_DIR/@
  [ -n "$CLAUDE_PROJECT_DIR" ] && [ -d "$known" ] && field file_path || return 1
  path=$value
  case $path in *\\* | *//* | */./* | */../* | */ | */. | */..) return 1 ;; /*) ;; *) return 1 ;; esac
  mark=$known/${path#"$CLAUDE_PROJECT_DIR"/}@
  if [ -e "$mark=" ]; then
    case $payload in
      *'"tool_name":"Read"'*) ;;
      *) set -f && read -r called <"$mark=" && { [ "$called" = '*' ] || mentions "$called"; } && return 1 ;;
    esac
  fi
  [ -e "$mark" ] || return 0
  field session_id && [ -n "$value" ] || return 1
  session=$value
  agent=
  case $payload in *'"agent_id":"'*) field agent_id && agent=$value || return 1 ;; esac
  read -r heard <"$mark"
  case " $heard " in *" $session "* | *" $session/$agent "*) return 0 ;; esac
  return 1
} 2>/dev/null

if [ "$1" = ask ]; then
  { payload=$(cat); } 2>/dev/null
  has_nothing_to_say && set -- capture
elif [ "$1" = wake ] && [ -n "$2" ]; then
  [ -n "$CLAUDE_PROJECT_DIR" ] && [ -e "$home/openings$CLAUDE_PROJECT_DIR/@/@broken" ] && set -- ask "$2" || set -- wake
fi

# The name is unique: noclobber makes the creation exclusive, so two writers never share a file.
give_payload() {
  if [ -n "$payload" ]; then printf '%s' "$payload"; else cat; fi
}
n=0
until
  opened=
  { opened=1; printf 'tellback1\0%s\0%s\0' "$host" "$CLAUDE_PROJECT_DIR" && opened=2 && give_payload; } >"$inbox/$$.$n"
do
  # The disk is full: the file that the daemon keeps for that makes room. The payload is still unread, unless only its
  # beginning fitted.
  if [ -n "$opened" ]; then
    [ -e "$home/spare" ] && rm -f "$home/spare" && [ $opened = 1 ] && rm -f "$inbox/$$.$n" || exit 0
  fi
  [ $n -lt 1000 ] || exit 0
  n=$((n + 1))
done 2>/dev/null
file=$inbox/$$.$n

finish() {
  [ -e "$file" ] && printf '\0end' >>"$file"
  exit 0
} 2>/dev/null

[ "$1" = capture ] && finish

daemon_lives() {
  [ -f "$home/daemon" ] && is_closed && { read -r pid && read -r socket && read -r token; } <"$home/daemon" && kill -0 "$pid"
} 2>/dev/null

# curl's exit codes for a killed daemon: nothing listens, or the connection broke.
is_gone() {
  case $1 in 7 | 52 | 55 | 56) ;; *) return 1 ;; esac
}

# A killed daemon's pid may still exist as a zombie (containers) or as another program: only its socket is proof.
daemon_answers() {
  daemon_lives || return 1
  command -v curl && curl --disable --silent --max-time 5 --noproxy '*' --unix-socket "$socket" http://tellback/
  ! is_gone $?
} >/dev/null 2>&1

run_tellback() {
  "${0%/*}/../bin/tellback" "$@"
} 2>/dev/null

# If no daemon answers, one hook starts it and the others exit: forty Nodes at once would delay every host.
# The daemon ends the turn when it answers; the turn of a killed hook expires after 15 seconds.
takes_turn() {
  time=$(date +%s)
  case $time in '' | *[!0-9]*) time=0 ;; esac
  printf '%s\n' "$time" >"$home/starting" && return
  read -r since <"$home/starting"
  # Created a moment ago by a hook that has not written its time yet.
  [ -z "$since" ] && [ -n "$(find "$home/starting" -prune -mmin -1)" ] && return 1
  case $since in '' | *[!0-9]*) since=0 ;; esac
  [ "$since" -le "$time" ] && [ $((time - since)) -lt 15 ] && return 1
  printf '%s\n' "$time" >|"$home/starting"
} 2>/dev/null

# Whether the host has waited long enough, counted from the moment at which it started this process. Linux shows both
# times without a process, which a busy machine would start late; elsewhere the first look at the clock counts.
patience=$((${2%.*} + 2))
began=
is_late() {
  if read -r now _ </proc/uptime && read -r stat </proc/$$/stat; then
    set -- ${stat##*)}
    now=${now%.*} began=$((${20} / 100))
  else
    now=$(date +%s)
    began=${began:-$now}
  fi
  [ $((now - began)) -ge $patience ]
} 2>/dev/null

# The event is safe, and a daemon is needed for the next one, but nobody waits for this answer any more.
is_late && set -- wake

if [ "$1" = wake ]; then
  # A background process must not hold the host's pipes: the host would wait for it.
  { daemon_answers || { takes_turn && { run_tellback daemon start; rm -f "$home/starting"; }; }; } \
    </dev/null >/dev/null 2>&1 &
  finish
fi

if daemon_lives && command -v curl >/dev/null; then
  # The token is passed on stdin: every user of the machine can read a command line.
  answer=$(
    printf 'header = "authorization: Bearer %s"\n' "$token" |
      curl --disable --silent --fail --max-time "$2" --noproxy '*' --unix-socket "$socket" --config - \
        --header 'content-type: application/octet-stream' --data-binary "@$file" \
        "http://tellback/hook/$host" 2>/dev/null
  )
  code=$?
  [ $code -eq 0 ] && printf '%s' "$answer" 2>/dev/null
  is_gone $code || finish
fi
[ "$1" = ask ] && finish
takes_turn || finish

# On a busy machine Node alone may take longer than the host waits. So tellback runs in the background, without the
# host's pipes: the hook exits at its deadline, the daemon still starts, and tellback finishes the file.
{
  run_tellback hook "$host" --inbox "$file" >"$file.answer" || (finish)
  [ -e "$file.answer" ] && : >"$file.done"
} </dev/null >/dev/null 2>&1 &
n=0
until [ -e "$file.done" ] || is_late || [ $n -ge 100 ]; do
  sleep 0.05 || sleep 1 || break
  n=$((n + 1))
done 2>/dev/null
[ -e "$file.done" ] && cat "$file.answer" 2>/dev/null
rm -f "$file.answer" "$file.done" 2>/dev/null
exit 0
