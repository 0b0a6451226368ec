export {
  defuseMarkers,
  listCited,
  rewriteMarkers,
  withoutMarkers,
  withoutUnseen,
} from './citation-markers.ts';
export { createFallbackModel } from './fallback-model.ts';
export type * from './language-model.ts';
export { callsTools, type ModelListener, type ModelResult, runModel } from './run-model.ts';
export { createTracedModel } from './traced-model.ts';
export { type ModelTrial, tryModel } from './try-model.ts';
