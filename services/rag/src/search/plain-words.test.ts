import { expect, it } from '@jest/globals';
import { holdsPhrase, toPlainWords } from './plain-words.ts';

it.each([
  ['薄壳传热', '水。薄壳传热很慢。'],
  ['ควอกกา', 'มีควอกกาที่นี่'],
  ['ສະບາຍດີ', 'ຂໍສະບາຍດີເດີ'],
  ['ភ្នំពេញ', 'នៅភ្នំពេញថ្ងៃនេះ'],
  ['မြန်မာ', 'ဒီမြန်မာစာ'],
])('finds %s within a run of letters without spaces', (phrase, text) => {
  expect(holdsPhrase(toPlainWords(text), toPlainWords(phrase))).toBe(true);
});

it('finds whole words alone where there are spaces', () => {
  expect(holdsPhrase(toPlainWords('the ratio'), toPlainWords('rat'))).toBe(false);
});
