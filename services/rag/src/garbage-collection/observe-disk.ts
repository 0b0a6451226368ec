import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Metrics } from '@lectern/service';

/** Exposes free space and size of the disks of our folders, measured at each scrape. */
export function observeDisk(
  metrics: Metrics,
  folders: Readonly<Record<string, string | undefined>>,
): void {
  const observe = (name: string, help: string, blocksOf: (disk: StatsFs) => number) =>
    metrics.gauge({
      name,
      help,
      labels: ['folder'],
      collect: async (gauge) => {
        gauge.reset();
        for (const [folder, path] of Object.entries(folders)) {
          const disk = path === undefined ? undefined : await statfs(path).catch(() => undefined);
          if (disk) gauge.set({ folder }, blocksOf(disk) * disk.bsize);
        }
      },
    });
  observe(
    'lectern_disk_free_bytes',
    'Free space of the disk that a folder is on.',
    (disk) => disk.bavail,
  );
  observe(
    'lectern_disk_size_bytes',
    'Size of the disk that a folder is on.',
    (disk) => disk.blocks,
  );
}
