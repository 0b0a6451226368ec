import { describe, expect, it } from '@jest/globals';
import { splitSentences } from '../text/split-sentences.ts';
import { rateKind } from './answer-kind.ts';
import { withoutQuotedQuestions } from './terms.ts';

const long = (piece: string) => `x${piece.repeat(40_000 / piece.length)}x`;

describe('a long text of a document', () => {
  it.each([
    ['opening quotation marks', withoutQuotedQuestions, ['“abcd ', "'abcd ", '‘', '"', ' ']],
    ['digits', (text: string) => rateKind('date', text, 'When?'), ['1', '1.', '12, ']],
    ['short lines', splitSentences, ['a\n', 'a: b\n']],
  ])('of %s is read in well under a second', (_what, read, pieces) => {
    const before = process.cpuUsage();
    for (const piece of pieces) read(long(piece));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });
});
