import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const listening = '0A';

/** The process of this machine that listens on a TCP port, where that may be seen. */
export function findListener(port: number): number | undefined {
  try {
    const sockets = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) =>
      parseListeners(readFileSync(file, 'latin1'), port),
    );
    const links = new Set(sockets.map((inode) => `socket:[${inode}]`));
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .find((pid) => holdsSocket(pid, links));
  } catch {
    return undefined;
  }
}

/** Inodes of the sockets that listen on the port, from the kernel's table. */
export function parseListeners(table: string, port: number): string[] {
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return table
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .flatMap(([, address, , state, , , , , , inode]) =>
      address?.endsWith(end) && state === listening && inode ? [inode] : [],
    );
}

/** False for a process that has ended meanwhile or is somebody else's. */
function holdsSocket(pid: number, links: ReadonlySet<string>): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((name) => {
      try {
        return links.has(readlinkSync(`/proc/${pid}/fd/${name}`));
      } catch {
        return false;
      }
    });
  } catch {
    return false;
  }
}
