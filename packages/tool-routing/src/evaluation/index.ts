export { evaluateRouting } from './evaluate-routing.ts';
export { judgeQuestion } from './judge-question.ts';
export { openChosenEmbedder } from './open-chosen-embedder.ts';
export { readRoutingSet } from './read-routing-set.ts';
export type { CurvePoint, RoutingReport, SetReport } from './routing-report.ts';
export type { RoutingQuestion, RoutingSet } from './routing-set.ts';
export { RoutingSetError } from './routing-set-error.ts';
