import { describe, expect, it } from '@jest/globals';
import { splitSentences } from '../text/split-sentences.ts';
import { rateKind } from './answer-kind.ts';
import { withoutQuotedQuestions } from './terms.ts';
import { withoutOwnDocuments } from './without-own-documents.ts';

const long = (piece: string) => `x${piece.repeat(40_000 / piece.length)}x`;

describe('withoutQuotedQuestions', () => {
  it.each([
    ['Ask “How often is it?” and wait.', 'Ask   and wait.'],
    ["He asked 'What's it called?' again.", 'He asked   again.'],
    ['lectern search "pump filter" now', 'lectern search   now'],
    ['{"query": "pump filter"}', '{"query":  }'],
    ['Say “stop” and go. Is it so?', 'Say “stop” and go. Is it so?'],
  ])('leaves out what is only asked: %s', (text, rest) => {
    expect(withoutQuotedQuestions(text)).toBe(rest);
  });
});

describe('a long text of a document or a model', () => {
  it.each([
    [
      'opening quotation marks',
      withoutQuotedQuestions,
      ['“abcd ', "'abcd ", '‘', '"', 'ask ', ' '],
    ],
    ['digits', (text: string) => rateKind('date', text, 'When?'), ['1', '1.', '12, ']],
    ['short lines', splitSentences, ['a\n', 'a: b\n']],
    ['a question of white space', withoutOwnDocuments, [' \n', '\t']],
  ])('of %s is read in well under a second', (_what, read, pieces) => {
    const before = process.cpuUsage();
    for (const piece of pieces) read(long(piece));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });
});
