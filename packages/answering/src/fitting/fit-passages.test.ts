import { describe, expect, it } from '@jest/globals';
import { estimateTokens } from '@lectern/retrieval/text';
import { createPassage } from '../../test/create-passage.ts';
import { fitPassages } from './fit-passages.ts';

describe('fitPassages', () => {
  const big = createPassage('big', 'Many words stand here. '.repeat(50).trim());
  const small = createPassage('small', 'Few words.');

  it('takes whole passages, the best first, as far as they fit', () => {
    expect(fitPassages([big, small], 1000)).toEqual([big, small]);
    expect(fitPassages([small, big], 60)).toEqual([small]);
  });

  it('cuts the best one after a sentence when nothing fits', () => {
    const [cut] = fitPassages([big], 100);
    expect(cut?.text).toMatch(/stand here\.$/);
    expect(estimateTokens(cut?.text ?? '')).toBeLessThanOrEqual(70);
  });
});
