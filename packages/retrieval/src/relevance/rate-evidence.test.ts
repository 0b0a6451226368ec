import { describe, expect, it } from '@jest/globals';
import { rateEvidence } from './rate-evidence.ts';

const dense = (...distances: number[]) =>
  distances.map((distance, at) => ({ chunkId: `${at}`, documentId: 'd', distance }));
const keyword = (...scores: number[]) =>
  scores.map((score, at) => ({ chunkId: `${at}`, documentId: 'd', score }));
const flat = (nearest: number, rest: number) => [nearest, ...Array<number>(99).fill(rest)];

describe('rateEvidence', () => {
  it('is 0 where nothing was found', () => {
    expect(rateEvidence({ dense: [], keyword: [] })).toBe(0);
  });

  it('is high when one passage stands out from the others, whatever the model finds similar', () => {
    for (const rest of [0.9, 0.5, 0.2]) {
      const standsOut = rateEvidence({ dense: dense(...flat(rest / 2, rest)), keyword: [] });
      const blendsIn = rateEvidence({ dense: dense(...flat(rest * 0.95, rest)), keyword: [] });
      expect(standsOut).toBeGreaterThan(0.9);
      expect(blendsIn).toBeLessThan(0.1);
    }
  });

  it('tells a good single hit from a poor one', () => {
    expect(rateEvidence({ dense: dense(0.3), keyword: [] })).toBeGreaterThan(0.9);
    expect(rateEvidence({ dense: dense(0.75), keyword: [] })).toBeLessThan(0.1);
  });

  it('takes either ranking as a witness', () => {
    const strong = { dense: dense(...flat(0.3, 0.9)), keyword: keyword(40) };
    expect(rateEvidence({ ...strong, keyword: [] })).toBeGreaterThan(0.9);
    expect(rateEvidence({ ...strong, dense: [] })).toBeGreaterThan(0.6);
    expect(rateEvidence(strong)).toBeGreaterThan(rateEvidence({ ...strong, keyword: [] }));
  });
});
