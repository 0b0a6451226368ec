import { createHash } from 'node:crypto';
import { checkAnswer, type NumberedSource, readReply } from '@lectern/answering';
import { buildSummaryPrompt } from '@lectern/answering/prompts';
import { AppError, type DocumentSummary, type Principal } from '@lectern/contracts';
import type { ModelEvent } from '@lectern/models';
import { loadAccess } from '../access/load-access.ts';
import type { AnswerDependencies } from '../chat/answer-question.ts';
import type { Database } from '../database/tables.ts';
import { requireActive } from '../documents/read-stored-text.ts';
import { requireDocument } from '../documents/require-document.ts';
import { choosePassages } from './choose-passages.ts';

export interface WantedSummary {
  readonly id: string;
  readonly language: string | undefined;
  readonly principal: Principal;
  readonly signal: AbortSignal;
}

const maxSummaryTokens = 800;
/** Maximum summaries of a version, of other languages and earlier passages. */
const maxKept = 8;

/**
 * Lets the organisation's model summarise the version that answers. The summary is kept until the
 * passages that the model would read change.
 *
 * @throws AppError `document_not_found`, `document_state_conflict` without a text,
 *   `model_not_found` without a model that writes, `model_unavailable`, `quota_exceeded`.
 */
export async function summarizeDocument(
  { search: { database, analyzer }, model, settings }: AnswerDependencies,
  { id, language, principal, signal }: WantedSummary,
): Promise<DocumentSummary> {
  if (!model) throw new AppError('model_unavailable');
  const loadDocument = async () => {
    const access = await loadAccess(database, principal);
    return requireActive(await requireDocument(database, access, { id, permission: 'read' }));
  };
  const document = await loadDocument();
  const { sources, passages } = await readSources(database, document, settings.contextTokens);
  if (sources.length === 0) {
    throw new AppError('document_state_conflict', 'The document has no text to summarise.');
  }
  const messages = buildSummaryPrompt(sources, language);
  const key = {
    revision: document.active_revision,
    prompt_sha256: createHash('sha256').update(JSON.stringify(messages)).digest('hex'),
  };
  const known = await database
    .selectFrom('rag.summaries')
    .select('summary')
    .where('revision', '=', key.revision)
    .where('prompt_sha256', '=', key.prompt_sha256)
    .executeTakeFirst();
  if (known) return known.summary;
  const { organisationId, userId } = principal;
  const request = {
    messages,
    extractive: { question: '', query: '', evidence: 0, sources: [] },
    maxTokens: maxSummaryTokens,
    caller: { organisationId, userId },
  };
  const written = await readReply(
    refuseAbstention(model.generate(request, signal)),
    { sentinels: [], sources: sources.length, maxTokens: maxSummaryTokens },
    { onText: () => {} },
  );
  if (written.text.trim() === '') throw new AppError('model_unavailable');
  const { text, citations, warnings } = checkAnswer(analyzer, written, sources);
  const summary: DocumentSummary = {
    text,
    citations: [...citations],
    warnings: [...warnings],
    model: written.model,
    passages_read: sources.length,
    passages,
  };
  // It may have been replaced, deleted or taken away while the model wrote.
  if ((await loadDocument()).active_revision !== key.revision) {
    throw new AppError('document_state_conflict', 'The document was replaced meanwhile.');
  }
  await database
    .insertInto('rag.summaries')
    .values({ ...key, organisation_id: organisationId, summary: JSON.stringify(summary) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await database
    .deleteFrom('rag.summaries')
    .where('revision', '=', key.revision)
    .where('prompt_sha256', 'not in', (of) =>
      of
        .selectFrom('rag.summaries')
        .select('prompt_sha256')
        .where('revision', '=', key.revision)
        .orderBy('created_at', 'desc')
        .limit(maxKept),
    )
    .execute();
  return summary;
}

/** The built-in model abstains, because it can only quote. */
async function* refuseAbstention(events: AsyncIterable<ModelEvent>): AsyncGenerator<ModelEvent> {
  for await (const event of events) {
    if (event.type === 'finish' && event.reason === 'abstained') {
      throw new AppError('model_not_found', 'No connected model can write a summary.');
    }
    yield event;
  }
}

interface SummarizedDocument {
  readonly id: string;
  readonly active_revision: string;
  readonly title: string;
  readonly url: string | null;
}

/** Reads the visible passages, each as a source of its own; of a long document those that fit. */
async function readSources(
  database: Database,
  document: SummarizedDocument,
  maxTokens: number,
): Promise<{ readonly sources: readonly NumberedSource[]; readonly passages: number }> {
  const all = await database
    .selectFrom('rag.chunks')
    .select(['id', 'token_count'])
    .where('revision', '=', document.active_revision)
    .where('hidden', '=', false)
    .orderBy('position')
    .execute();
  const chosen = choosePassages(all, maxTokens).map(({ id }) => id);
  if (chosen.length === 0) return { sources: [], passages: all.length };
  const rows = await database
    .selectFrom('rag.chunks as k')
    .innerJoin('rag.revisions as r', 'r.id', 'k.revision')
    .selectAll('k')
    .select(['r.version', 'r.file_name', 'r.mime_type'])
    .where('k.id', 'in', chosen)
    .orderBy('k.position')
    .execute();
  const sources = rows.map((row, index): NumberedSource => {
    const passage = {
      documentId: document.id,
      chunkId: row.id,
      title: document.title || document.id,
      url: document.url,
      fileName: row.file_name,
      mimeType: row.mime_type,
      version: row.version,
      page: row.page,
      pages: [],
      section: row.section.join(' > ') || null,
      text: row.text,
      start: row.start_offset,
      ...(row.edit_id && { correctedUntil: row.end_offset }),
    };
    return { n: index + 1, passages: [passage] };
  });
  return { sources, passages: all.length };
}
