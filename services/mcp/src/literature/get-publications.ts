import {
  AppError,
  type FullText,
  fullTextSchema,
  type Publication,
  type PubmedGetInput,
  type PubmedGetOutput,
  publicationSchema,
  type Warning,
} from '@lectern/contracts';
import type { LiteratureCache } from './cache/literature-cache.ts';
import { type LiteratureCall, toOutsideCall } from './fetch-call.ts';
import type { PubmedApi } from './pubmed/pubmed-api.ts';
import { pubmed } from './pubmed/service-name.ts';
import { type ResolvedRecords, requireSome, resolveRecords } from './resolve-records.ts';

interface Sources {
  readonly api: PubmedApi;
  readonly cache: LiteratureCache;
}

/** Maximum full texts of one answer. */
const maxFullTexts = 5;

/** Returns records of PubMed by id, with open full texts of PubMed Central on request. */
export async function getPublications(
  sources: Sources,
  input: PubmedGetInput,
  call: LiteratureCall,
): Promise<PubmedGetOutput> {
  const { api, cache } = sources;
  const found = await resolveRecords<Publication>(cache, {
    service: pubmed,
    source: 'pubmed',
    ids: input.pmids,
    schema: publicationSchema,
    options: input,
    call,
    fetch: async (ids) => {
      const fetched = await api.fetch(ids, toOutsideCall(input, call));
      const { publications, isDoubtful } = fetched.value;
      const value = new Map(publications.map((item) => [item.pmid, item]));
      return { ...fetched, value, isDoubtful };
    },
  });
  requireSome(found);
  const publications = [...found.records.values()];
  const texts = input.include_full_text
    ? await findFullTexts(sources, publications, { input, call })
    : undefined;
  const warnings = [...found.warnings, ...(texts?.warnings ?? [])];
  return {
    publications: texts
      ? publications.map((item) => ({
          ...item,
          full_text: (item.pmcid && texts.records.get(item.pmcid)) || null,
        }))
      : publications,
    not_found: [...found.notFound],
    not_cached: [...found.notCached],
    cache_hit: found.cacheHit && (texts?.cacheHit ?? true),
    rows: publications.length,
    fetched_at: new Date(
      Math.min(found.fetchedAt.getTime(), texts?.fetchedAt.getTime() ?? Number.POSITIVE_INFINITY),
    ).toISOString(),
    warnings,
  };
}

type FullTexts = Pick<ResolvedRecords<FullText>, 'records' | 'cacheHit' | 'fetchedAt' | 'warnings'>;

/** Names each missing text in a warning. */
async function findFullTexts(
  { api, cache }: Sources,
  publications: readonly Publication[],
  { input, call }: { readonly input: PubmedGetInput; readonly call: LiteratureCall },
): Promise<FullTexts> {
  const named = publications.flatMap(({ pmcid }) => pmcid ?? []);
  const ids = named.slice(0, maxFullTexts);
  const none = { records: new Map(), cacheHit: true, fetchedAt: new Date() };
  const unnamed = publications.flatMap(({ pmid, pmcid }) => (pmcid ? [] : [`PMID ${pmid}`]));
  const rest = [
    ...warnOfTexts(`No more than ${maxFullTexts} at once`, named.slice(maxFullTexts)),
    ...warnOfTexts('PubMed Central does not hold them', unnamed),
  ];
  if (ids.length === 0) return { ...none, warnings: rest };
  try {
    const found = await resolveRecords<FullText>(cache, {
      service: 'PubMed Central',
      source: 'pmc',
      ids,
      schema: fullTextSchema,
      options: input,
      call,
      fetch: async (wanted) => {
        const fetched = await api.fetchFullTexts(wanted, toOutsideCall(input, call));
        const value = new Map(fetched.value.map(({ text }) => [text.pmcid, text]));
        return { ...fetched, value, isDoubtful: false };
      },
    });
    const notCached = warnOfTexts('Never fetched', found.notCached);
    const notGiven = warnOfTexts('PubMed Central gives out no text', found.notFound);
    return { ...found, warnings: [...found.warnings, ...notCached, ...notGiven, ...rest] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...none, cacheHit: false, warnings: [...warnOfTexts(error.message, ids), ...rest] };
  }
}

function warnOfTexts(reason: string, ids: readonly string[]): Warning[] {
  if (ids.length === 0) return [];
  const message = `Full texts that are not here: ${ids.join(', ')}. ${reason.replace(/\.$/, '')}.`;
  return [{ code: 'full_text_missing', message }];
}
