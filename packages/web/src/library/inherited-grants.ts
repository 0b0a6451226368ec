import type { Collection, Grant } from '@lectern/contracts';
import { queryOptions } from '@tanstack/react-query';
import { hasStatus } from '../api/api-error.ts';
import { queryClient } from '../api/query-client.ts';
import { findPath } from './collection-tree.ts';
import { collectionsQuery, grantsQuery } from './collections.ts';

/** A grant of an ancestor. */
export interface InheritedGrant extends Grant {
  readonly from: Collection;
}

/** Queries the grants of all visible ancestors, the nearest first. */
export function inheritedGrantsQuery(id: string) {
  return queryOptions({
    queryKey: ['grants', id, 'inherited'],
    queryFn: async (): Promise<readonly InheritedGrant[]> => {
      const known = await queryClient.fetchQuery(collectionsQuery);
      const above = findPath(known, id).slice(0, -1).toReversed();
      const given: InheritedGrant[] = [];
      for (const from of above) {
        const list = await readGrants(from.id);
        if (!list) break;
        given.push(...list.grants.map((grant) => ({ ...grant, from })));
        // A private collection ends the inheritance.
        if (!list.inherit) break;
      }
      return given;
    },
  });
}

async function readGrants(id: string) {
  try {
    return await queryClient.fetchQuery(grantsQuery(id));
  } catch (error) {
    if (hasStatus(error, 403) || hasStatus(error, 404)) return undefined;
    throw error;
  }
}
