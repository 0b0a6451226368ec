import { tmpdir } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { createMetrics } from '@lectern/service';
import { observeDisk } from './observe-disk.ts';

describe('observeDisk', () => {
  it('tells free space and size of folders that are there', async () => {
    const metrics = createMetrics('test');
    observeDisk(metrics, { blobs: tmpdir(), index: undefined, lost: '/no/such/folder' });
    const text = await metrics.expose();
    const readValue = (name: string) =>
      Number(
        new RegExp(`^${name}\\{folder="blobs",service="test"\\} (\\S+)$`, 'm').exec(text)?.[1],
      );
    expect(readValue('lectern_disk_free_bytes')).toBeGreaterThan(0);
    expect(readValue('lectern_disk_size_bytes')).toBeGreaterThan(
      readValue('lectern_disk_free_bytes'),
    );
    expect(text).not.toMatch(/folder="(index|lost)"/);
  });
});
