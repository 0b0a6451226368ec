import { describe, expect, it } from '@jest/globals';
import { createAnalyzer } from '@lectern/retrieval';
import { findHighlights } from './find-highlights.ts';

const analyzer = createAnalyzer();

function highlight(query: string, text: string) {
  const points = [...text];
  const read = ({ start, end }: { readonly start: number; readonly end: number }) =>
    points.slice(start, end).join('');
  return findHighlights(text, analyzer.analyzeQuery(query), analyzer).map((sentence) => ({
    sentence: read(sentence),
    words: sentence.words.map(read),
  }));
}

describe('highlights', () => {
  it('are the sentences that hold most of the query, with its words in any form', () => {
    const text = '😀 Valves wear. A pressure valve sticks when it is dirty! Clean the valve.';
    expect(highlight('sticking pressure valves', text)).toEqual([
      {
        sentence: 'A pressure valve sticks when it is dirty!',
        words: ['pressure', 'valve', 'sticks'],
      },
    ]);
  });

  it('are three at most, in reading order, the best of all that hold about as much', () => {
    const text =
      'One pump. A pump here. No pump valve. The valve of a pump. Pump, valve. Valves, pumps.';
    expect(highlight('pump valve', text).map(({ sentence }) => sentence)).toEqual([
      'No pump valve.',
      'The valve of a pump.',
      'Pump, valve.',
    ]);
  });

  it('join words that stand side by side without a space', () => {
    expect(highlight('薄壳传热', '水。薄壳传热很慢。')).toEqual([
      { sentence: '薄壳传热很慢。', words: ['薄壳传热'] },
    ]);
  });

  it('mark traditional characters for simplified ones', () => {
    expect(highlight('灯塔', '老燈塔很高。')).toEqual([
      { sentence: '老燈塔很高。', words: ['燈塔'] },
    ]);
  });

  it('mark no word of Thai within another one', () => {
    expect(highlight('ควอกกา', 'สวัสดีครับ ควอกกา')).toEqual([
      { sentence: 'สวัสดีครับ ควอกกา', words: ['ควอกกา'] },
    ]);
  });

  it('are none where no word of the query stands', () => {
    expect(highlight('pump', 'A filter.')).toEqual([]);
  });
});
