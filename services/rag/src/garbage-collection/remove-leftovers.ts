import type { Logger } from '@lectern/service';
import { purgeExpired } from '../bin-entries/purge.ts';
import { removeOldImports } from '../bundles/bundle-imports.ts';
import { removeUnknownRevisions } from '../index-versions/remove-unknown-revisions.ts';
import { removeUnusedIndexVersions } from '../index-versions/remove-unused-index-versions.ts';
import { removeLeftOverRevisions } from '../revisions/remove-revisions.ts';
import { countLeftovers, type Leftovers, type LeftoversDependencies } from './count-leftovers.ts';
import { recordLeftovers } from './leftovers-record.ts';
import { removeDepartedGrants, removeDepartedOrganisations } from './remove-departed.ts';
import { sweepBlobs } from './unreferenced-blobs.ts';

/** Blobs are written before their row commits, so a younger one may still get a row. */
const blobGraceMs = 12 * 3_600_000;

export interface GarbageCollectionDependencies extends LeftoversDependencies {
  readonly logger: Logger;
}

/**
 * Removes the leftovers of deletions, then counts and records what remains. Can be repeated at any
 * time; deleted data is gone after the first run past the blobs' grace period.
 */
export async function removeLeftovers(
  dependencies: GarbageCollectionDependencies,
): Promise<Leftovers> {
  const { database, index, logger } = dependencies;
  const removed = {
    organisations: await removeDepartedOrganisations(dependencies),
    bin_entries: await purgeExpired(database),
    bundle_imports: await removeOldImports(database),
    grants: await removeDepartedGrants(database),
    indexes: await removeUnusedIndexVersions(dependencies),
    revisions: await removeLeftOverRevisions(database, index),
    blobs: await sweepBlobs(dependencies, new Date(Date.now() - blobGraceMs)),
  };
  if (Object.values(removed).some((count) => count > 0)) {
    logger.info(removed, 'leftovers were removed');
  }
  let leftovers = await countLeftovers(dependencies);
  if (leftovers.index_objects > 0) {
    await removeUnknownRevisions(database, index);
    leftovers = await countLeftovers(dependencies);
  }
  await recordLeftovers(database, leftovers);
  if (Object.values(leftovers).some((count) => count > 0)) {
    logger.warn({ leftovers }, 'deleted data still exists');
  }
  return leftovers;
}
