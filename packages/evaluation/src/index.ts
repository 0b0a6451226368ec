export {
  bootstrapInterval,
  bpref,
  type Interval,
  type Judgements,
  mean,
  median,
  ndcg,
  pairedPValue,
  percentile95,
  recall,
  reciprocalRank,
} from './metrics.ts';
