export {
  type BeirDocument,
  BeirError,
  type BeirQuery,
  type BeirSet,
  readBeir,
} from './evaluate/beir.ts';
export {
  bootstrapInterval,
  type Interval,
  type Judgements,
  mean,
  ndcg,
  recall,
} from './evaluate/metrics.ts';
export { type ProgramOptions, runProgram } from './program.ts';
