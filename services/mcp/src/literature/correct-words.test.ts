import { describe, expect, it } from '@jest/globals';
import { correctWords, listWords, readCorrections } from './correct-words.ts';

const query =
  '((metfornin OR insulin) AND (type 2 diabetis) NOT NCT04280705) AND Smyth[Author] AND "fiberblast cell grwth"';

describe('words that may be misspelt', () => {
  it('are neither operators nor fields, numbers, short words nor of another script', () => {
    expect(listWords([query, 'IL-6 и мигрень with beta-bloker'])).toEqual(
      'metfornin insulin type diabetis smyth fiberblast cell grwth with beta-bloker'.split(' '),
    );
  });

  it('are replaced one by one, whatever operators stand between them', () => {
    const spelt = 'metformin insulin type diabetes smyth fibroblast cell growth';
    const corrections = readCorrections(listWords([query]), spelt);
    expect(corrections).toEqual([
      { written: 'metfornin', searched: 'metformin' },
      { written: 'diabetis', searched: 'diabetes' },
      { written: 'fiberblast', searched: 'fibroblast' },
      { written: 'grwth', searched: 'growth' },
    ]);
    expect(correctWords(query, corrections)).toBe(
      '((metformin OR insulin) AND (type 2 diabetes) NOT NCT04280705) AND Smyth[Author] AND "fibroblast cell growth"',
    );
  });

  it('are replaced as a stretch where words were split or joined', () => {
    const split = readCorrections(
      ['acute', 'heartfailure', 'adults'],
      'acute heart failure adults',
    );
    expect(split).toEqual([{ written: 'heartfailure', searched: 'heart failure' }]);
    expect(correctWords('(Heartfailure) AND adults', split)).toBe('(heart failure) AND adults');
    const joined = readCorrections(['remde', 'sivir', 'trials'], 'remdesivir trials');
    expect(correctWords('remde  sivir', joined)).toBe('remdesivir');
  });

  it('stay where a longer word holds them, and in fields', () => {
    const corrections = [{ written: 'titel', searched: 'title' }];
    expect(correctWords('titels x-titel titel[Titel]', corrections)).toBe(
      'titels x-titel title[Titel]',
    );
  });
});
