import { afterEach, beforeEach, describe, it } from '@jest/globals';
import { describeFilters } from './filters.suite.ts';
import { describeIndexVersions } from './index-versions.suite.ts';
import { describeSearch } from './search.suite.ts';
import type { Behaviour, HybridIndexUnderTest, SiteUnderTest } from './site-under-test.ts';
import { describeWrites } from './writes.suite.ts';

/**
 * Declares the tests that every adapter of `HybridIndex` must pass.
 *
 * @param skipped Titles of cases that the adapter cannot pass, each with its reason.
 */
export function describeHybridIndex(
  name: string,
  create: () => Promise<HybridIndexUnderTest>,
  skipped: Readonly<Record<string, string>> = {},
): void {
  describe(name, () => {
    // Filled before each case.
    const site = {} as SiteUnderTest;

    beforeEach(async () => {
      site.underTest = await create();
      site.index = await site.underTest.openWriter();
    });

    afterEach(async () => {
      await site.index.close();
      await site.underTest.dispose();
    });

    const behaviour: Behaviour = (title, test) => {
      const reason = skipped[title];
      if (reason === undefined) it(title, test);
      else it.skip(`${title} (${reason})`, test);
    };

    describeSearch(behaviour, site);
    describeFilters(behaviour, site);
    describeWrites(behaviour, site);
    describeIndexVersions(behaviour, site);
  });
}
