import type { SearchMode } from '@lectern/contracts';
import type { FusionOptions } from '@lectern/retrieval';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { SearchState } from './search-state.ts';

export interface WeightQuestion {
  readonly mode: SearchMode;
  /** Weight of the request, which has precedence over all others. */
  readonly asked: number | undefined;
  readonly organisationId: string;
  /** The embedder's weight, for collections without one. */
  readonly ownWeight: number;
}

/** Weights by collection id; null if no collection has one. */
export type SetWeights = Readonly<Record<string, number>> | null;

/** SQL: weights that collections of the principal `p` have of their own, by collection id. */
export const selectSetWeights = sql<SetWeights>`(
  select jsonb_object_agg(c.id, c.settings #> '{retrieval,dense_weight}')
  from rag.collections c
  where c.organisation_id = p.organisation_id
    and c.settings #>> '{retrieval,dense_weight}' is not null)`;

/**
 * Returns the weight of the dense ranking: that of each candidate's own collection, set there or
 * inherited, since one search may span collections that differ.
 */
export async function chooseDenseWeight(
  database: Database,
  { dense, keyword, setWeights }: Pick<SearchState, 'dense' | 'keyword' | 'setWeights'>,
  { mode, asked, organisationId, ownWeight }: WeightQuestion,
): Promise<FusionOptions['denseWeight']> {
  if (mode !== 'hybrid') return mode === 'dense' ? 1 : 0;
  if (asked !== undefined) return asked;
  if (setWeights.size === 0) return ownWeight;
  const documentIds = new Set([...dense, ...keyword].map(({ documentId }) => documentId));
  const paths = await loadPaths(database, organisationId, [...documentIds]);
  const weights = new Map(
    [...paths].map(([documentId, path]) => {
      const nearest = path.findLast((id) => setWeights.has(id));
      return [
        documentId,
        nearest === undefined ? ownWeight : (setWeights.get(nearest) ?? ownWeight),
      ];
    }),
  );
  const [only = ownWeight, ...others] = new Set(weights.values());
  if (others.length === 0) return only;
  return (documentId) => weights.get(documentId) ?? ownWeight;
}

/** Loads each document's collections from the root to its own. */
async function loadPaths(
  database: Database,
  organisationId: string,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await database
    .selectFrom('rag.documents as d')
    .innerJoin('rag.collections as c', 'c.id', 'd.collection_id')
    .select(['d.id', 'c.path'])
    .where(sql<boolean>`d.id = any(${[...documentIds]}::uuid[])`)
    .where('d.organisation_id', '=', organisationId)
    .execute();
  return new Map(rows.map(({ id, path }) => [id, path]));
}
