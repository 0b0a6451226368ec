#!/bin/sh
# Copies what cannot be made anew into a folder: database, originals, secrets. The suite stands
# still meanwhile. To be run where docker-compose.yml is.
#   docker/backup.sh FOLDER
set -eu
umask 077

folder=${1:?name a folder}
mkdir -p "$folder"
services=$(docker compose config --services)

archive() { # FILE SERVICE PATH
  docker compose run --rm --no-deps -T --entrypoint tar "$2" -C "$3" -cf - . >"$folder/$1.new"
  mv "$folder/$1.new" "$folder/$1"
}

trap 'docker compose start' EXIT
docker compose stop
archive secrets.tar init /secrets/init
archive postgres.tar postgres /var/lib/postgresql
archive blobs.tar rag-service /var/lib/lectern/blobs
archive literature.tar mcp-service /var/lib/lectern/literature
if echo "$services" | grep -qx s3; then
  docker compose run --rm --no-deps -T s3-archive -C /data -cf - . >"$folder/s3.tar.new"
  mv "$folder/s3.tar.new" "$folder/s3.tar"
elif docker compose config | grep -Eq '^ *S3_BUCKET: .*[^" ]'; then
  echo "The originals are in S3 and not in this backup: copy the bucket by the store's own means." >&2
fi
