#!/bin/sh
# Brings back what backup.sh has copied, into an installation that has never been started.
#   docker/restore.sh FOLDER
set -eu

folder=${1:?name a folder}
for file in secrets.tar postgres.tar blobs.tar; do
  test -r "$folder/$file" || { echo "$folder/$file is missing" >&2; exit 1; }
done

unpack() { # FILE SERVICE PATH
  docker compose run --rm --no-deps -T --entrypoint tar "$2" -C "$3" -xpf - <"$folder/$1"
}

if docker compose run --rm --no-deps -T --entrypoint test postgres -e /var/lib/postgresql/18/docker/PG_VERSION; then
  echo "There is a database already. 'docker compose down --volumes' removes it, for good." >&2
  exit 1
fi
unpack secrets.tar init /secrets/init
unpack postgres.tar postgres /var/lib/postgresql
unpack blobs.tar rag-service /var/lib/lectern/blobs
# Backups of older versions have none.
if test -e "$folder/literature.tar"; then
  unpack literature.tar mcp-service /var/lib/lectern/literature
fi
if test -e "$folder/s3.tar"; then
  docker compose run --rm --no-deps -T s3-archive -C /data -xpf - <"$folder/s3.tar"
fi
docker compose up --detach --wait
