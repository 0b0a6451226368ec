import { describe, expect, it } from '@jest/globals';
import { isFewWords } from './is-few-words.ts';

describe('a few words', () => {
  it.each(['pressure valve', 'the valve of the pump', 'howitzer range', 'расход масла', '压力阀'])(
    'are to be found: %s',
    (query) => {
      expect(isFewWords(query)).toBe(true);
    },
  );

  it.each(['pressure valve?', '多久更换滤芯？', 'one two three four five six'])(
    'are no question, nor more than a few: %s',
    (query) => {
      expect(isFewWords(query)).toBe(false);
    },
  );
});
