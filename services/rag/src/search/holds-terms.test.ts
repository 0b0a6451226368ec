import { expect, it } from '@jest/globals';
import { createAnalyzer } from '@lectern/retrieval';
import { createTermsTest } from './holds-terms.ts';

const analyzer = createAnalyzer();
const holds = (query: string, text: string) =>
  createTermsTest(
    analyzer.analyzeQuery(query).map(({ term }) => term),
    analyzer,
  )(text);

it.each([
  ['happy hopes', 'She hoped for happiness.'],
  ['dying skies', 'The sky dies.'],
  ['resume of a naive cafe', 'A résumé, a naïve one, of the café'],
  ["O'Neill", 'Eugene ONeill'],
  ['1000 pumps', '1,000 PUMPS'],
  ['zehn Straßen', 'ZEHN STRASSEN'],
  ['елки', 'Стоит ёлка'],
  ['传热', '薄壳的传热'],
  ['hyphen', 'hy\u00adphen'],
  ['hyphen', 'hy\u200bphen'],
  ['ηλεκτρικά αυτοκίνητα', 'τα ηλεκτρικά αυτοκίνητα'],
  ['ruộng', 'hai ruộng'],
  ['المكتب', 'المـكتب'],
])('finds the words of %s, in any form, in "%s"', (query, text) => {
  expect(holds(query, text)).toBe(true);
});

it.each([
  ['happy hopes', 'She hoped.'],
  ['pump valve', 'A pumped value'],
  ['传热', '传导热量'],
])('misses a word of %s in "%s"', (query, text) => {
  expect(holds(query, text)).toBe(false);
});
