#!/bin/sh
# Brings back what backup-home.sh has copied, into a home that does not exist yet.
#   scripts/restore-home.sh FOLDER HOME
set -eu
umask 077

folder=${1:?name the folder of the backup}
home=${2:?name the home to make, for example .lectern}
for file in home.tar postgres.tar; do
  test -r "$folder/$file" || { echo "$folder/$file is missing" >&2; exit 1; }
done
if test -e "$home/secrets.json"; then
  echo "$home is the home of a suite already. Name another one, or move it away." >&2
  exit 1
fi

mkdir -p "$home"
tar -C "$home" -xpf "$folder/home.tar"
if test "$(id -u)" -eq 0; then
  # PostgreSQL runs under another account, which cannot reach every folder of root's.
  mkdir -p /var/lib/lectern
  chmod 755 /var/lib/lectern
  postgres=$(mktemp -d /var/lib/lectern/home-XXXXXXXXXXXX)
  printf '{"folder":"%s"}\n' "$postgres" >"$home/postgres-folder.json"
else
  postgres="$home/postgres"
  mkdir -p "$postgres"
fi
tar -C "$postgres" -xpf "$folder/postgres.tar"
