import { expect, it } from '@jest/globals';
import { runResearchDemo } from './run-research-demo.ts';

it('fails without recorded answers, and says which setting names them', async () => {
  const demo = runResearchDemo({
    dataFolder: '/no-such-folder',
    signal: new AbortController().signal,
    reportFile: undefined,
  });
  await expect(demo).rejects.toThrow(/at \/no-such-folder\/bio\. Set LECTERN_DATA to/);
});
