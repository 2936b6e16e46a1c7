#!/bin/sh
# engram's hook without Node: leaves the payload in the inbox, and asks the daemon where the host waits for an answer.
# Whatever is broken: exit 0, nothing shown, the payload on disk where there is a disk. The file's form: src/inbox.ts.
# Usage: hook.sh [--host NAME] capture | wake | answer SECONDS | ask SECONDS      (payload on stdin)
# `ask` is for moments that come often: where no daemon runs, nothing is said.

set -C
umask 077
host=claude-code
if [ "$1" = --host ]; then
  host=$2
  shift 2
  # Other hosts tell the project in the payload. Set but empty, it still tells the daemon that a hook starts it.
  export CLAUDE_PROJECT_DIR=
fi
# Without HOME, Node asks the system for the user's folder (src/config/paths.ts); so does this.
if [ -z "$ENGRAM_HOME$HOME" ]; then
  case $(id -un 2>/dev/null) in '' | *[!A-Za-z0-9._-]*) exit 0 ;; esac
  eval "HOME=~$(id -un)"
fi
home=${ENGRAM_HOME:-$HOME/.engram}
home=${home%/}
inbox=$home/inbox

# Another user may have made the folder first: nothing of theirs is believed or run, and nothing is left to them.
# The same as src/config/private-files.ts does. The mode costs a process, so it is looked at where files are believed.
is_ours() {
  [ -O "$1" ] && { [ ! -L "$1" ] || [ -n "$(find "$1" -prune -user "$(id -u)")" ]; }
} 2>/dev/null
is_closed() {
  case $(ls -ldL "$home") in d????-??-*) ;; *) return 1 ;; esac
} 2>/dev/null

[ -d "$inbox" ] || mkdir -p "$inbox" 2>/dev/null || exit 0
is_ours "$home" && is_ours "$inbox" || exit 0

# The name is ours alone: noclobber makes the creation exclusive, so two writers never share a file.
n=0
until
  opened=
  { opened=1; printf 'engram1\0%s\0%s\0' "$host" "$CLAUDE_PROJECT_DIR"; cat; } >"$inbox/$$.$n"
do
  [ -z "$opened" ] && [ $n -lt 1000 ] || exit 0
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

# What curl says of a daemon that was killed: nobody listens, or nobody any more.
is_gone() {
  case $1 in 7 | 52 | 55 | 56) ;; *) return 1 ;; esac
}

# A killed daemon's pid lives on where nobody reaps it (containers), or as another program's: its socket tells.
daemon_answers() {
  daemon_lives || return 1
  command -v curl && curl --disable --silent --max-time 5 --noproxy '*' --unix-socket "$socket" http://engram/
  ! is_gone $?
} >/dev/null 2>&1

run_engram() {
  "${0%/*}/../bin/engram" "$@"
} 2>/dev/null

if [ "$1" = wake ]; then
  # What stays in the background holds none of the host's pipes: the host would wait for it.
  { daemon_answers || run_engram daemon start; } </dev/null >/dev/null 2>&1 &
  finish
fi

if daemon_lives && command -v curl >/dev/null; then
  # The token travels on stdin: a command line can be read by every user of the machine.
  answer=$(
    printf 'header = "authorization: Bearer %s"\n' "$token" |
      curl --disable --silent --fail --max-time "$2" --noproxy '*' --unix-socket "$socket" --config - \
        --header 'content-type: application/octet-stream' --data-binary "@$file" \
        "http://engram/hook/$host" 2>/dev/null
  )
  code=$?
  [ $code -eq 0 ] && printf '%s' "$answer" 2>/dev/null
  is_gone $code || finish
fi
[ "$1" = ask ] && finish
run_engram hook "$host" --inbox "$file" || finish
exit 0
