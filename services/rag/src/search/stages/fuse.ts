import { fuse, weighQuery } from '@lectern/retrieval';
import { chooseDenseWeight } from '../choose-dense-weight.ts';
import type { SearchStage } from '../search-state.ts';

/** Fuses both rankings into one list. */
export const fuseStage: SearchStage = {
  name: 'fuse',
  async run(state, { dependencies, principal, request, query }) {
    const { settings, database, embedder } = dependencies;
    const needsOwn =
      request.mode === 'hybrid' && state.dense.length > 0 && request.dense_weight === undefined;
    const denseWeight = await chooseDenseWeight(database, state, {
      mode: request.mode,
      asked: request.dense_weight,
      organisationId: principal.organisationId,
      ownWeight: needsOwn ? weighQuery(embedder, query.text) : embedder.denseWeight,
    });
    const fusion = {
      method: request.fusion ?? settings.fusion,
      rrfK: settings.rrfK,
      denseWeight,
    };
    return { ...state, fusion, fused: fuse(state, fusion) };
  },
};
