import { AppError, type Publication, type ResearchFrame, type Trial } from '@lectern/contracts';
import { untilAborted } from '@lectern/service';
import type { NodeFailure } from '../research-state.ts';
import { toolMapping } from '../tool-mapping.ts';
import { describeFailure, type Lookup, toLate } from './create-lookup.ts';
import { listUnread } from './list-unread.ts';
import type { NodeRuntime } from './node-runtime.ts';

/** Publications that are read for the studies of a run. */
const maxLinked = 20;
/** Reserved part of the lookup's time, so that studies are shown even if their publications are late. */
const reserveMs = 100;
/** Reports of a study come before the publications that it builds on. */
const order = ['RESULT', 'DERIVED'];

export interface ReadLinked {
  readonly linked?: readonly Publication[];
  readonly failure?: NodeFailure | undefined;
}

/**
 * Reads the publications that the records of studies name by their PMIDs, where both are asked for.
 * The publications that the search has found meanwhile are read with it.
 */
export async function readLinked(
  trials: readonly Trial[],
  { frame, fetchOptions, call, deadlineAt }: Lookup,
  { context }: NodeRuntime,
): Promise<ReadLinked> {
  const found = context.progress.state.pubmed_results?.pmids ?? [];
  const pmids = listLinked(trials, frame).filter((pmid) => !found.includes(pmid));
  if (pmids.length === 0) return {};
  const leftMs = Math.min(
    context.registry.pubmed_get.timeoutMs,
    deadlineAt - Date.now() - reserveMs,
  );
  if (leftMs <= 0) return { failure: describeFailure(toLate(undefined)) };
  try {
    const args = { pmids, include_full_text: false, ...fetchOptions };
    const late = AbortSignal.timeout(leftMs);
    const read = await untilAborted(call(toolMapping.pubmed_get.get, args, 'pubmed_get'), late);
    // A number that the registry has wrong is no record that is missing.
    const known = [...read.publications.map(({ pmid }) => pmid), ...read.not_found];
    return {
      linked: read.publications,
      failure: listUnread({ ids: pmids, known, neverFetched: read.not_cached }),
    };
  } catch (error) {
    return { failure: describeFailure(error instanceof AppError ? error : toLate(error)) };
  }
}

function listLinked(trials: readonly Trial[], { intent }: ResearchFrame): readonly string[] {
  if (intent !== 'trials_with_pubs') return [];
  const references = trials.flatMap((trial) => trial.references);
  const rank = (type: string | null) =>
    type && order.includes(type) ? order.indexOf(type) : order.length;
  const pmids = references
    .toSorted((a, b) => rank(a.type) - rank(b.type))
    .flatMap(({ pmid }) => pmid ?? []);
  return [...new Set(pmids)].slice(0, maxLinked);
}
