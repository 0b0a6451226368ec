#!/bin/sh
# Copies what cannot be made anew of a stopped suite into a folder: its home and its database.
#   scripts/backup-home.sh HOME FOLDER
set -eu
umask 077

home=${1:?name the home, for example .lectern}
folder=${2:?name a folder for the backup}
test -r "$home/secrets.json" || { echo "$home is no home of a suite" >&2; exit 1; }

pid=$(sed -n 's/.*"pid":\([0-9]*\).*/\1/p' "$home/lock.json" 2>/dev/null || true)
if test -n "$pid" && kill -0 "$pid" 2>/dev/null; then
  echo "The suite in $home runs (process $pid). Stop it first." >&2
  exit 1
fi

postgres="$home/postgres"
if test -f "$home/postgres-folder.json"; then
  postgres=$(sed -n 's/.*"folder":"\([^"]*\)".*/\1/p' "$home/postgres-folder.json")
fi
test -f "$postgres/data/PG_VERSION" || { echo "$postgres holds no database" >&2; exit 1; }

mkdir -p "$folder"
archive() { # FILE FOLDER [OPTIONS]
  file=$1 from=$2
  shift 2
  tar -C "$from" "$@" -cpf "$folder/$file.new" .
  mv "$folder/$file.new" "$folder/$file"
}
archive home.tar "$home" --exclude=./postgres --exclude=./postgres-folder.json \
  --exclude=./index --exclude=./logs --exclude='./lock.json*'
archive postgres.tar "$postgres"
