export { defuseMarkers, listCited, rewriteMarkers, withoutMarkers } from './citation-markers.ts';
export type * from './language-model.ts';
export { createTracedModel } from './traced-model.ts';
