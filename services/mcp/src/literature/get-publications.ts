import {
  type FullText,
  fullTextSchema,
  type Publication,
  type PubmedGetInput,
  type PubmedGetOutput,
  publicationSchema,
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

/** Texts are long; more of them in one answer help nobody. */
const maxFullTexts = 5;

/** Records of PubMed by id, with open texts of PubMed Central where they were asked for. */
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
      return { ...fetched, value: new Map(fetched.value.map((item) => [item.pmid, item])) };
    },
  });
  requireSome(found);
  const publications = [...found.records.values()];
  const texts = input.include_full_text
    ? await findFullTexts(sources, publications, input, call)
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

/** Articles that PubMed Central names but gives out no text of are not found. */
async function findFullTexts(
  { api, cache }: Sources,
  publications: readonly Publication[],
  input: PubmedGetInput,
  call: LiteratureCall,
): Promise<ResolvedRecords<FullText> | undefined> {
  const ids = publications.flatMap(({ pmcid }) => pmcid ?? []).slice(0, maxFullTexts);
  if (ids.length === 0) return undefined;
  return resolveRecords<FullText>(cache, {
    service: 'PubMed Central',
    source: 'pmc',
    ids,
    schema: fullTextSchema,
    options: input,
    call,
    fetch: async (wanted) => {
      const fetched = await api.fetchFullTexts(wanted, toOutsideCall(input, call));
      return { ...fetched, value: new Map(fetched.value.map(({ text }) => [text.pmcid, text])) };
    },
  });
}
