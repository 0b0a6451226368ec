export {
  bootstrapInterval,
  type Interval,
  type Judgements,
  mean,
  ndcg,
  pairedPValue,
  recall,
  reciprocalRank,
} from './metrics.ts';
