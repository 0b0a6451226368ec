export {
  bootstrapInterval,
  type Interval,
  type Judgements,
  mean,
  median,
  ndcg,
  recall,
  reciprocalRank,
} from './metrics.ts';
