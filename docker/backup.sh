#!/bin/sh
# Copies what cannot be made anew into a folder: database, originals, secrets. The suite stands
# still meanwhile. To be run where docker-compose.yml is.
#   docker/backup.sh FOLDER
set -eu
umask 077

folder=${1:?name a folder}
mkdir -p "$folder"

archive() { # FILE SERVICE PATH
  docker compose run --rm --no-deps -T --entrypoint tar "$2" -C "$3" -cf - . >"$folder/$1.new"
  mv "$folder/$1.new" "$folder/$1"
}

trap 'docker compose start' EXIT
docker compose stop
archive secrets.tar init /secrets/init
archive postgres.tar postgres /var/lib/postgresql
archive blobs.tar rag-service /var/lib/lectern/blobs
