export {
  defuseMarkers,
  listCited,
  rewriteMarkers,
  withoutMarkers,
  withoutUnseen,
} from './citation-markers.ts';
export { createFallbackModel } from './fallback-model.ts';
export type * from './language-model.ts';
export { followsInstructions, type ModelListener, runModel } from './run-model.ts';
export { createTracedModel } from './traced-model.ts';
export { type ModelTrial, tryModel } from './try-model.ts';
