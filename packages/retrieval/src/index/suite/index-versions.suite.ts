import { randomBytes } from 'node:crypto';
import { expect } from '@jest/globals';
import type { HybridIndex } from '../hybrid-index.ts';
import { IndexUnavailableError } from '../index-errors.ts';
import { chunk, compass, firstHundred, ids, organisationId, term } from './sample-chunks.ts';
import type { Behaviour, SiteUnderTest } from './site-under-test.ts';

/** Declares tests of opening, completing, dropping and closing. */
export function describeIndexVersions(behaviour: Behaviour, site: SiteUnderTest): void {
  behaviour('keeps what was written when it is opened again', async () => {
    await site.index.addChunks(organisationId, [chunk('a')]);
    await site.index.close();
    site.index = await site.underTest.openWriter();
    expect(
      ids(await site.index.searchKeyword(organisationId, term('shared'), firstHundred)),
    ).toEqual(['a']);
    await site.index.addChunks(organisationId, [chunk('b')]);
    expect(await site.index.countChunks(organisationId)).toBe(2);
  });

  behaviour('is complete once it was marked so, for readers too', async () => {
    const reader = await site.underTest.openReader();
    expect(await site.index.isComplete()).toBe(false);
    await site.index.addChunks(organisationId, [chunk('a')]);
    expect(await reader.isComplete()).toBe(false);
    await site.index.markComplete(true);
    await site.index.markComplete(true);
    expect(await site.index.isComplete()).toBe(true);
    expect(await reader.isComplete()).toBe(true);
    await site.index.markComplete(false);
    await site.index.markComplete(false);
    expect(await reader.isComplete()).toBe(false);
    expect(await site.index.countChunks(organisationId)).toBe(1);
    await reader.close();
  });

  behaviour('drops an index version for good, and no other', async () => {
    const { indexVersions, openIndexVersion } = site.underTest;
    const prefix = randomBytes(8).toString('hex');
    const [one, two] = [`${prefix}g1`, `${prefix}g2`];
    for (const indexVersion of [one, two]) {
      const writer = await openIndexVersion(indexVersion, 'write');
      await writer.addChunks(organisationId, [chunk('a')]);
      await writer.markComplete(true);
      await writer.close();
    }
    const readers = [await openIndexVersion(one, 'read'), await openIndexVersion(two, 'read')];
    const search = (reader: HybridIndex | undefined) =>
      Promise.all([
        reader?.searchDense(organisationId, compass.north, firstHundred),
        reader?.searchKeyword(organisationId, term('shared'), firstHundred),
      ]);
    expect(await search(readers[0])).toEqual([[expect.anything()], [expect.anything()]]);
    expect((await indexVersions.list(prefix)).toSorted()).toEqual([one, two]);

    await indexVersions.drop(one);
    await indexVersions.drop(one);
    expect(await indexVersions.list(prefix)).toEqual([two]);
    await expect(search(readers[0])).rejects.toBeInstanceOf(IndexUnavailableError);
    expect(await readers[0]?.isComplete()).toBe(false);
    expect(await search(readers[1])).toEqual([[expect.anything()], [expect.anything()]]);

    const again = await openIndexVersion(one, 'write');
    expect(await again.countChunks(organisationId)).toBe(0);
    expect(await again.isComplete()).toBe(false);
    for (const opened of [...readers, again]) await opened.close();
    for (const indexVersion of [one, two]) await indexVersions.drop(indexVersion);
    expect(await indexVersions.list(prefix)).toEqual([]);
  });

  behaviour('refuses calls after it was closed', async () => {
    await site.index.close();
    await site.index.close();
    await expect(
      site.index.searchDense(organisationId, compass.north, firstHundred),
    ).rejects.toBeInstanceOf(IndexUnavailableError);
    expect(await site.index.health()).toMatchObject({ ready: false });
  });
}
