export { countCodePoints } from './code-points.ts';
export {
  costOfLineBreak,
  costOfToken,
  estimateCost,
  estimateTokens,
  fitTokens,
} from './estimate-tokens.ts';
export { areNames, areYears, holdValues, nameRows, startsWithHeader } from './header-row.ts';
export { listMonthNames } from './month-names.ts';
export { shorten } from './shorten.ts';
export { type Sentence, splitSentences } from './split-sentences.ts';
export { findTableRows, formatRow, type TableRow } from './table-rows.ts';
