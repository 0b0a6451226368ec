import { loadAccess } from '../../access/load-access.ts';
import { resolveScope } from '../resolve-scope.ts';
import type { SearchStage } from '../search-state.ts';

/** What the caller may read, and what of it is asked for. */
export const scopeStage: SearchStage = {
  name: 'scope',
  async run(state, { dependencies: { database }, principal, request, query }) {
    const access = await loadAccess(database, principal);
    const { collection_filter, metadata_filter } = request;
    const scope = await resolveScope(database, access, {
      collectionFilter: collection_filter,
      metadataFilter: metadata_filter,
      query,
    });
    return { ...state, scope, warnings: [...state.warnings, ...scope.warnings] };
  },
};
