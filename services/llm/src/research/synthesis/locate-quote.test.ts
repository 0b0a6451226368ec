import { describe, expect, it } from '@jest/globals';
import { locateQuote } from './locate-quote.ts';

const text =
  'Recovery took 10 days (95% CI, 9 to 11) with remdesivir, as compared with 15 days with placebo. The “hazard ratio” was 1.29 – a real effect.';
const find = (quote: string) => {
  const span = locateQuote(text, quote);
  return span && text.slice(span.start, span.end);
};

describe('a quote is found', () => {
  it.each([
    ['Recovery took 10 days', 'Recovery took 10 days'],
    ['  recovery TOOK\n10 days. ', 'Recovery took 10 days'],
    ['the "hazard ratio" was 1.29 - a real', 'The “hazard ratio” was 1.29 – a real'],
    ['Recovery took 10 days … 15 days with placebo', text.slice(0, text.indexOf('. The'))],
    ['days with place\u00adbo', 'days with placebo'],
  ])('word for word after normalisation: %j', (quote, found) => {
    expect(find(quote)).toBe(found);
  });
});

describe('a quote is not found', () => {
  it.each([
    'Recovery took 11 days',
    'ecovery took 10 days',
    'the "hazard ratio" was 1',
    '15 days with placebo … Recovery took 10 days',
    'days',
    '…',
    '',
  ])('where the text has other words, parts of words or another order: %j', (quote) => {
    expect(find(quote)).toBeUndefined();
  });
});
