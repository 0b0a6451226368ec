import { sql } from 'kysely';
import { findAccessRow, toAccess } from '../../access/load-access.ts';
import { type SetWeights, selectSetWeights } from '../choose-dense-weight.ts';
import { resolveScope } from '../resolve-scope.ts';
import type { SearchStage } from '../search-state.ts';

/** Resolves the readable and requested part of the documents. */
export const scopeStage: SearchStage = {
  name: 'scope',
  async run(state, { dependencies: { database }, principal, request, query }) {
    const row = await findAccessRow<{ readonly set_weights: SetWeights }>(
      database,
      principal,
      sql`, ${selectSetWeights} as set_weights`,
    );
    const access = toAccess(row, principal);
    const { collection_filter, metadata_filter } = request;
    const scope = await resolveScope(database, access, {
      collectionFilter: collection_filter,
      metadataFilter: metadata_filter,
      query,
    });
    return {
      ...state,
      scope,
      setWeights: new Map(Object.entries(row?.set_weights ?? {})),
      warnings: [...state.warnings, ...scope.warnings],
    };
  },
};
