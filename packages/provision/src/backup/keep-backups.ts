export interface Retention {
  /** The newest ones stay, whatever their age. */
  readonly count: number;
  readonly days: number;
}

const namePattern = /^site-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.zst\.age$/;
const dayMs = 86_400_000;

/** Returns `site-2026-01-31T02-00-00Z.tar.zst.age`: such names sort by time. */
export function nameBackup(at: Date): string {
  return `site-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.zst.age`;
}

/** Returns when a backup was begun; undefined for a file of another name. */
export function timeOfBackup(name: string): Date | undefined {
  const [, day, hour, minute, second] = namePattern.exec(name) ?? [];
  return day === undefined ? undefined : new Date(`${day}T${hour}:${minute}:${second}Z`);
}

/** Returns the names of backups, oldest first, without other files. */
export function sortBackups(names: readonly string[]): string[] {
  return names.filter((name) => namePattern.test(name)).toSorted();
}

/** Returns the backups that are older than the retention and not among the newest. */
export function findExpired(
  names: readonly string[],
  { count, days }: Retention,
  now: Date,
): string[] {
  const backups = sortBackups(names);
  const oldest = now.getTime() - days * dayMs;
  return backups
    .slice(0, Math.max(0, backups.length - count))
    .filter((name) => (timeOfBackup(name)?.getTime() ?? now.getTime()) < oldest);
}
