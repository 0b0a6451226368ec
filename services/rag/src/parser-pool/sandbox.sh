#!/bin/sh
# enclose.sh FOLDER PROGRAM [PATH...] -- [PARAMETER...]: starts a program in a file system that holds
# the system's programs, the folder, which it starts in, and the paths, all under their own names and
# to be read alone. It has neither rights nor an environment, but for the channel to who started it.
# To be run in a mount name space of its own.
set -eu
PATH=/usr/sbin:/usr/bin:/sbin:/bin
folder=$1 program=$2
shift 2
root=$folder/.root
mkdir "$root"
mount -t tmpfs -o mode=755,size=1m,nosuid,nodev tmpfs "$root"

show() {
  if [ -e "$root$1" ]; then return; fi
  mkdir -p "${root}${1%/*}"
  if [ -L "$1" ]; then
    cp -P "$1" "$root$1"
    return
  elif [ -d "$1" ]; then
    mkdir "$root$1"
  elif [ -e "$1" ]; then
    : >"$root$1"
  else
    return 0
  fi
  mount --rbind "$1" "$root$1"
  # Flags that the mount has already cannot be taken away in a name space.
  flags=$(findmnt -nro VFS-OPTIONS -M "$root$1")
  mount -o "remount,bind,ro${flags#r?}" "$root$1"
}

for path in /usr /bin /sbin /lib /lib64 /etc/localtime /dev/null /dev/urandom "$folder"; do show "$path"; done
while [ "$1" != -- ]; do
  show "${1%/}"
  shift
done
shift
mount -o remount,ro,mode=755,size=1m,nosuid,nodev "$root"
exec chroot "$root" /bin/sh -c '
  cd "$1"
  channel=${NODE_CHANNEL_FD:-} mode=${NODE_CHANNEL_SERIALIZATION_MODE:-}
  shift
  exec setpriv --no-new-privs --ambient-caps=-all --inh-caps=-all --bounding-set=-all \
    env -i ${channel:+"NODE_CHANNEL_FD=$channel"} ${mode:+"NODE_CHANNEL_SERIALIZATION_MODE=$mode"} "$@"
' sh "$folder" "$program" "$@"
