import type { Warning } from '@lectern/contracts';
import type { Correction } from '@lectern/retrieval';
import { sql } from 'kysely';
import type { SearchRun, SearchStage, SearchState } from '../search-state.ts';
import { toTrace } from '../to-trace.ts';

/**
 * Adds corrected words, the reason for an empty result, and on request the history of every
 * candidate.
 */
export const explainStage: SearchStage = {
  name: 'explain',
  async run(state, run) {
    const explained = {
      ...state,
      warnings: [
        ...state.warnings,
        ...run.corrections.map(toWarning),
        ...(await explainEmptiness(state, run)),
      ],
    };
    return run.request.explain ? { ...explained, trace: toTrace(explained, run) } : explained;
  },
};

function toWarning({ word, instead }: Correction): Warning {
  const message = `No passage here has the word "${word}"; "${instead}" was searched for instead.`;
  return { code: 'spelling_corrected', message, details: { word, instead } };
}

async function explainEmptiness(
  { ranked, scope: { filter, warnings } }: SearchState,
  { dependencies: { database }, principal }: SearchRun,
): Promise<Warning[]> {
  if (ranked.length > 0) return [];
  if (warnings.some(({ code }) => code === 'no_such_collection')) return [];
  let query = database
    .selectFrom('rag.documents')
    .select('id')
    .where('organisation_id', '=', principal.organisationId)
    .where('active_revision', 'is not', null)
    .where('deleted_at', 'is', null)
    .limit(1);
  if (filter?.collectionIds) {
    query = query.where(sql<boolean>`collection_id = any(${[...filter.collectionIds]}::uuid[])`);
  }
  if (await query.executeTakeFirst()) return [];
  return [{ code: 'collection_empty', message: 'There are no searchable documents here yet.' }];
}
