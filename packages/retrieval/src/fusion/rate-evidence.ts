import type { Recalls } from './fuse.ts';

/** Contrast at which the dense evidence is one half, and how fast it grows around it. */
const CONTRAST_OF_EVEN_ODDS = 0.3;
const CONTRAST_STEP = 0.08;
/** Best BM25 at which the keyword evidence is one half. */
const BM25_OF_EVEN_ODDS = 8;

/**
 * How far the best hits of a query show that its subject is in the index at all, 0 to 1. The two
 * recalls are taken as independent witnesses: `1 - (1 - dense) (1 - keyword)`.
 *
 * `keyword` is `bm25 / (bm25 + 8)` of the best BM25. `dense` looks at the contrast: how much of the
 * way from the last hit to a perfect match the best hit goes. Models differ in how similar they
 * find everything, much less in this.
 */
export function rateEvidence({ dense, keyword }: Recalls): number {
  const nearest = dense[0]?.distance ?? 1;
  const farthest = dense.at(-1)?.distance ?? 1;
  const contrast = farthest > 0 ? (farthest - nearest) / farthest : 0;
  const denseEvidence =
    dense.length === 0 ? 0 : 1 / (1 + Math.exp((CONTRAST_OF_EVEN_ODDS - contrast) / CONTRAST_STEP));
  const bm25 = keyword[0]?.score ?? 0;
  const keywordEvidence = Math.max(0, bm25) / (Math.max(0, bm25) + BM25_OF_EVEN_ODDS);
  return 1 - (1 - denseEvidence) * (1 - keywordEvidence);
}
