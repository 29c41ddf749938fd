#!/bin/sh
# Usage: sudo /opt/portal/docs/deploy/upgrade.sh TAG [PORT...]
#   TAG   the release to upgrade to: a tag such as v1.1.0, a commit, or origin/main
#   PORT  the instances on this machine: 3000 for portal@3000 (default: 3000)
# Installs and builds the release beside the running one, stops the portal, creates a backup, switches, and starts the new release.
# If that does not become ready, the release before runs again; if its database was changed, the backup is restored first.
#
# Settings, with their defaults:
#   PORTAL_DIR=/opt/portal                 the installation, a Git clone
#   PORTAL_DATA=/var/lib/portal            the data folders, one for each port
#   PORTAL_BACKUPS=/var/lib/portal-backups the backups, one folder for each port
#   PORTAL_ENV=/etc/portal/portal.env      the portal's settings
#   PORTAL_START_SECONDS=300               how long the new release may take to become ready
#   PORTAL_SYSTEMCTL=systemctl             called as: systemctl stop|start portal@PORT
#   PORTAL_RUN=docs/deploy/portal-run      called as: portal-run PORT COMMAND [OPTIONS]
#   PORTAL_INSTALL                         installs the packages (default: npm ci --include=dev --ignore-scripts)
set -eu

dir=${PORTAL_DIR:-/opt/portal}
data=${PORTAL_DATA:-/var/lib/portal}
backups=${PORTAL_BACKUPS:-/var/lib/portal-backups}
settings=${PORTAL_ENV:-/etc/portal/portal.env}
seconds=${PORTAL_START_SECONDS:-300}
systemctl=${PORTAL_SYSTEMCTL:-systemctl}
install=${PORTAL_INSTALL:-npm ci --include=dev --ignore-scripts --no-audit --no-fund}
next=$dir.next
previous=$dir.previous

say() { printf '%s\n' "$*"; }
fail() {
  say "Error: $*" >&2
  exit 1
}
portal_run() { "${PORTAL_RUN:-$dir/docs/deploy/portal-run}" "$@"; }
stop_all() { for port in $ports; do $systemctl stop "portal@$port"; done; }
start_all() { for port in $ports; do $systemctl start "portal@$port"; done; }
is_set() { grep -q "^$1=." "$settings"; }

# Whether every instance answers /readyz with 200 in time.
become_ready() {
  until=$(($(date +%s) + $1))
  for port in $ports; do
    until is_ready "$port"; do
      [ "$(date +%s)" -lt "$until" ] || return 1
      sleep 1
    done
  done
}
is_ready() {
  "$dir/docs/deploy/portal-node" -e "fetch('http://localhost:$1/readyz', { signal: AbortSignal.timeout(5000) }).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"
}

# Stops at the first step that fails: the shell ignores "set -e" in a function whose result is tested.
build_next() {
  rm -rf "$next" &&
    git clone --quiet "$dir" "$next" &&
    cd "$next" &&
    git remote set-url origin "$(git -C "$dir" remote get-url origin)" &&
    git fetch --quiet --tags origin &&
    git checkout --quiet "$commit" &&
    $install &&
    NODE_ENV=production npm run --silent build &&
    npm prune --omit=dev --ignore-scripts --no-audit --no-fund
}

roll_back() {
  say "$tag did not become ready within $seconds s: going back to $before." >&2
  stop_all || true
  rm -rf "$dir.failed"
  mv "$dir" "$dir.failed"
  mv "$previous" "$dir"
  start_all
  if become_ready 60; then
    fail "the upgrade failed, and $before runs again on the same data. What failed is in $dir.failed; see the journal for the reason."
  fi
  stop_all || true
  if is_set DATABASE_URL || is_set S3_ENDPOINT; then
    fail "the upgrade failed, and $before cannot use the database as $tag left it. Empty the database and the bucket, restore the backup in $backups/$first (portal-run $first restore --from $backups/$first), and start the portal."
  fi
  # Nothing is deleted: what the failed release left stays beside the restored data.
  failed=$data/$first.failed-$(date +%Y%m%d-%H%M%S)
  mv "$data/$first" "$failed"
  mkdir -m 700 "$data/$first"
  cp -a "$failed/keys" "$data/$first/"
  chown "$(stat -c %u:%g "$failed")" "$data/$first"
  portal_run "$first" restore --from "$backups/$first"
  start_all
  become_ready "$seconds" || fail "the upgrade failed, and $before did not start on the restored backup either: see the journal."
  fail "the upgrade failed. $before runs again on the backup from before it. The data as $tag left it is in $failed."
}

main() {
  [ $# -ge 1 ] || {
    sed -n '2,4s/^# //p' "$0" >&2
    exit 2
  }
  tag=$1
  shift
  ports=${*:-3000}
  first=${ports%% *}
  git -C "$dir" fetch --quiet --tags origin
  commit=$(git -C "$dir" rev-parse --quiet --verify "$tag^{commit}") || fail "there is no release $tag (tag or commit)."
  before=$(git -C "$dir" describe --tags --always)
  [ -r "$settings" ] || fail "$settings cannot be read: run this as root."

  say "Building $tag beside $before…"
  (build_next) || fail "$tag could not be built. $before is still running, and nothing was changed."
  say 'Stopping the portal…'
  stop_all
  say 'Creating a backup…'
  portal_run "$first" backup --to "$backups/$first" || {
    start_all
    fail "the backup failed, so $before runs again and nothing was changed."
  }
  rm -rf "$previous"
  mv "$dir" "$previous"
  mv "$next" "$dir"
  say "Starting $tag…"
  { start_all && become_ready "$seconds"; } || roll_back
  say "Done: $tag runs. $before is in $previous until the next upgrade."
}

# The whole file is read before anything runs: the upgrade replaces it.
main "$@"
exit
