import type { ResearchFrame, SearchDocumentsOutput } from '@lectern/contracts';
import { detectLanguage } from '@lectern/retrieval/language';
import type { ResearchNodeRuntime } from '../research-context.ts';
import type { ResearchStateUpdate, ResearchStateValue } from '../research-state.ts';
import { runLookup, toolMapping } from './lookup.ts';

const maxPassages = 8;

type Passages = SearchDocumentsOutput['results'];

/**
 * Searches the own documents with the caller's rights: for the question, and where it is in another
 * language also for the English names in it.
 */
export function ragSearch(
  state: ResearchStateValue,
  runtime: ResearchNodeRuntime,
): Promise<ResearchStateUpdate> {
  return runLookup('rag_search', { state, runtime }, async ({ call, frame }) => {
    const filter = state.config.collection_filter;
    const names = listEnglishNames(state.query, frame).join(' ');
    const found = await Promise.all(
      [state.query, names].filter(Boolean).map((query) =>
        call(toolMapping.rag_search.search, {
          query,
          limit: maxPassages,
          ...(filter && { collection_filter: filter }),
        }),
      ),
    );
    const [first, ...others] = found.map(({ results }) => results);
    const rag_results = others.reduce(mergeByRelevance, first ?? []);
    const warnings = found.flatMap((answer) => answer.warnings ?? []);
    return { update: { rag_results, warnings } };
  });
}

/** The most relevant of both, each passage once. */
function mergeByRelevance(one: Passages, other: Passages): Passages {
  const best = new Map<string | undefined, Passages[number]>();
  for (const passage of [...one, ...other]) {
    const id = passage.metadata?.chunk_id;
    const known = best.get(id);
    if (!known || known.relevance_score < passage.relevance_score) best.set(id, passage);
  }
  return [...best.values()]
    .toSorted((a, b) => b.relevance_score - a.relevance_score)
    .slice(0, maxPassages);
}

/** The English names that were read from a question in another language. */
function listEnglishNames(query: string, { entities }: ResearchFrame): readonly string[] {
  if (detectLanguage(query) === 'en') return [];
  const written = query.toLowerCase();
  return [...entities.interventions, ...entities.conditions, ...entities.terms].filter(
    (name) => !written.includes(name.toLowerCase()),
  );
}
