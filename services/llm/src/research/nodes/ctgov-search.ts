import {
  AppError,
  type ClinicalTrialsSearchOutput,
  maxResearchTrials,
  namesSomething,
  type Publication,
  type ResearchFrame,
  type Trial,
  type Warning,
} from '@lectern/contracts';
import { untilAborted } from '@lectern/service';
import type { ResearchNodeRuntime } from '../research-context.ts';
import {
  type CtgovResults,
  type NodeFailure,
  nothingAsked,
  type ResearchStateUpdate,
  type ResearchStateValue,
} from '../research-state.ts';
import {
  describeFailure,
  type Lookup,
  listUnread,
  runLookup,
  toLate,
  toolMapping,
} from './lookup.ts';
import { asksForReported, findNaming, readReported } from './read-reported.ts';
import { filterMatchingTrials, relaxTerms } from './relax-terms.ts';
import { toRegistrySearch } from './to-registry-search.ts';

interface Brought {
  readonly results?: CtgovResults;
  readonly warnings: readonly Warning[];
  readonly failure?: NodeFailure | undefined;
}

/** Reads the studies of the registry that a question names, and finds those of its topic. */
export function ctgovSearch(
  state: ResearchStateValue,
  runtime: ResearchNodeRuntime,
): Promise<ResearchStateUpdate> {
  return runLookup('ctgov_search', { state, runtime }, async (lookup) => {
    const { nct_ids } = lookup.frame.entities;
    const named =
      nct_ids.length > 0
        ? [readNamed(lookup, nct_ids)]
        : asksForReported(lookup.frame)
          ? [readOfPublications(lookup)]
          : [];
    const search = toRegistrySearch(lookup.frame);
    const calls = [...named, ...(search ? [findTrials(lookup, search)] : [])];
    if (calls.length === 0) {
      const message = 'The question names nothing to search for.';
      return { update: {}, failure: { code: nothingAsked, message } };
    }
    const { results, warnings, failure } = joinBrought(await Promise.allSettled(calls));
    if (!results) return { update: { warnings }, failure };
    const { failure: unread, ...linked } = await readLinked(results.trials, lookup, runtime);
    return {
      update: { ctgov_results: { ...results, ...linked }, warnings },
      failure: failure ?? (unread && { ...unread, of: 'pubmed_get' }),
    };
  });
}

async function readNamed(
  { fetchOptions, call }: Lookup,
  nct_ids: readonly string[],
): Promise<Brought> {
  const read = await call(toolMapping.ctgov_search.get, { nct_ids, ...fetchOptions });
  return {
    results: { trials: read.trials, total: null, not_found: read.not_found },
    warnings: read.warnings,
    failure: listUnread({
      ids: nct_ids,
      known: [...read.trials.map(({ nct_id }) => nct_id), ...read.not_found],
      neverFetched: read.not_cached,
    }),
  };
}

/** Reads the studies that the question's publications name, and those that name them as their own. */
async function readOfPublications(lookup: Lookup): Promise<Brought> {
  const naming = findNaming(lookup);
  const reported = readReported(lookup).then(async ({ nct_ids, not_found }): Promise<Brought> => {
    const known = await naming.catch(() => undefined);
    const unread = nct_ids.filter(
      (id) => !known?.results.trials.some(({ nct_id }) => nct_id === id),
    );
    const read: Brought = unread.length > 0 ? await readNamed(lookup, unread) : { warnings: [] };
    const results = read.results ?? { trials: [], total: null, not_found: [] };
    return { ...read, results: { ...results, not_found: [...not_found, ...results.not_found] } };
  });
  const { results, ...rest } = joinBrought(await Promise.allSettled([reported, naming]));
  return { ...rest, ...(results && { results: { ...results, are_reported: true } }) };
}

async function findTrials(
  { fetchOptions, call, frame }: Lookup,
  search: Readonly<Record<string, unknown>>,
): Promise<Brought> {
  const { trial_order, max_trials } = frame.filters;
  const ask = (asked: Readonly<Record<string, unknown>>) =>
    call(toolMapping.ctgov_search.search, {
      ...asked,
      ...(trial_order && { order: trial_order }),
      limit: maxResearchTrials,
      ...fetchOptions,
    });
  const exact = await ask(search);
  const relaxed = exact.total === 0 ? await findRelaxed(frame, ask) : undefined;
  const found = relaxed ?? exact;
  const { total, corrections, warnings } = found;
  const trials = withoutExcluded(found.trials, frame).slice(0, max_trials ?? maxResearchTrials);
  const isNothing = trials.length === 0;
  const doubt = warnings.find(
    ({ code }) => code === 'record_unreadable' || (isNothing && code === 'count_mismatch'),
  );
  return {
    ...(!(doubt && isNothing) && {
      results: {
        trials,
        total,
        not_found: [],
        corrections,
        ...(relaxed && !isNothing && { relaxed: true }),
      },
    }),
    warnings,
    failure: doubt && { code: 'upstream_failed', message: doubt.message },
  };
}

/** Trials that have most of the words, where none has all; undefined where there are none. */
async function findRelaxed(
  frame: ResearchFrame,
  ask: (search: Readonly<Record<string, unknown>>) => Promise<ClinicalTrialsSearchOutput>,
): Promise<ClinicalTrialsSearchOutput | undefined> {
  const relaxed = relaxTerms(frame);
  const search = relaxed && toRegistrySearch(relaxed);
  const found = search && (await ask(search).catch(() => undefined));
  const trials = filterMatchingTrials(found?.trials ?? [], frame);
  const isInformative = trials.length > 0 || (found?.warnings.length ?? 0) > 0;
  return found && isInformative ? { ...found, trials, total: null } : undefined;
}

/** The registry cannot be asked to leave words out. */
function withoutExcluded(
  trials: readonly Trial[],
  { entities: { excluded = [] } }: ResearchFrame,
): readonly Trial[] {
  const names = excluded.filter(namesSomething).map((name) => name.toLowerCase());
  if (names.length === 0) return trials;
  return trials.filter(({ brief_title, official_title, conditions, interventions }) => {
    const texts = [brief_title, official_title ?? '', ...conditions];
    const text = [...texts, ...interventions.map(({ name }) => name)].join('\n').toLowerCase();
    return !names.some((name) => text.includes(name));
  });
}

/**
 * The studies that are named come first, and each one once. What one call brought stays where the
 * other fails.
 */
function joinBrought(settled: readonly PromiseSettledResult<Brought>[]): Brought {
  const brought = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const errors = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  if (brought.length === 0) throw errors[0];
  const results = brought.flatMap((one) => one.results ?? []);
  const trials = results.flatMap((one) => one.trials);
  const failures = [
    ...brought.flatMap(({ failure }) => failure ?? []),
    ...errors.map(describeFailure),
  ];
  return {
    ...(results.length > 0 && {
      results: {
        trials: [...new Map(trials.map((trial) => [trial.nct_id, trial])).values()],
        total: results.find(({ total }) => total !== null)?.total ?? null,
        not_found: results.flatMap(({ not_found }) => not_found),
        corrections: results.flatMap(({ corrections }) => corrections ?? []),
        ...(results.some(({ relaxed }) => relaxed) && { relaxed: true }),
        ...(results.some(({ are_reported }) => are_reported) && { are_reported: true }),
      },
    }),
    warnings: brought.flatMap(({ warnings }) => warnings),
    failure: failures[0] && {
      code: failures[0].code,
      message: failures.map(({ message }) => message).join(' '),
    },
  };
}

/** Publications that are read for the studies of a run. */
const maxLinked = 20;
/** Reserved part of the lookup's time, so that studies are shown even if their publications are late. */
const reserveMs = 100;
/** Reports of a study come before the publications that it builds on. */
const order = ['RESULT', 'DERIVED'];

interface ReadLinked {
  readonly linked?: readonly Publication[];
  readonly failure?: NodeFailure | undefined;
}

/**
 * Reads the publications that the records of studies name by their PMIDs, where both are asked for.
 * The publications that the search has found meanwhile are read with it.
 */
async function readLinked(
  trials: readonly Trial[],
  { frame, fetchOptions, call, deadlineAt }: Lookup,
  { context }: ResearchNodeRuntime,
): Promise<ReadLinked> {
  const found = context.progress.state.pubmed_results?.pmids ?? [];
  const pmids = listLinked(trials, frame).filter((pmid) => !found.includes(pmid));
  if (pmids.length === 0) return {};
  const leftMs = Math.min(
    context.registry.pubmed_get.timeout_ms,
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
