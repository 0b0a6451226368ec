import { fuse } from '@lectern/retrieval';
import { chooseDenseWeight } from '../choose-dense-weight.ts';
import type { SearchStage } from '../search-state.ts';

/** One list of both rankings. */
export const fuseStage: SearchStage = {
  name: 'fuse',
  async run(state, { dependencies, principal, request }) {
    const { settings, database, embedder } = dependencies;
    const denseWeight = await chooseDenseWeight(database, state, {
      mode: request.mode,
      organisationId: principal.organisationId,
      ownWeight: embedder.denseWeight,
    });
    const fusion = {
      method: request.fusion ?? settings.fusion,
      rrfK: settings.rrfK,
      denseWeight,
    };
    return { ...state, fusion, fused: fuse(state, fusion) };
  },
};
