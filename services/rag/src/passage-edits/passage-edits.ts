import { randomUUID } from 'node:crypto';
import {
  AppError,
  type EditPassage,
  idSchema,
  type PageQuery,
  type PassageEdit,
  type PassageEdits,
  timestampSchema,
} from '@lectern/contracts';
import { estimateTokens } from '@lectern/retrieval/text';
import { cutPage, readCursor } from '@lectern/service';
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { Access } from '../access/load-access.ts';
import type {
  Database,
  DatabaseTransaction,
  DocumentRow,
  PassageEditsTable,
} from '../database/tables.ts';
import { requireDocument, requireRight, selectDocument } from '../documents/require-document.ts';
import { announceDocuments } from '../notifications/notify.ts';
import { toIndexText } from '../revisions/index-text.ts';
import { storeWords } from '../spelling/store-words.ts';

/** Ended edits of a document that its history keeps. */
const maxEnded = 1_000;

const noPassage = 'The document has no such passage.';
const noEdit = 'The document has no such edit in force.';

function requireUuid(id: string, message: string): void {
  if (!idSchema.safeParse(id).success) throw new AppError('not_found', message);
}

/**
 * Corrects or hides a passage. It answers with its new text at once; a worker updates the index.
 * @throws AppError `document_state_conflict` while the document is being read.
 */
export async function editPassage(
  database: Database,
  access: Access,
  { id, chunkId, text }: EditPassage & { readonly id: string; readonly chunkId: string },
): Promise<PassageEdit> {
  requireUuid(chunkId, noPassage);
  return database.transaction().execute(async (transaction) => {
    const document = await lockDocument(transaction, access, id);
    const chunk = await transaction
      .selectFrom('rag.chunks as k')
      .leftJoin('rag.passage_edits as e', (join) =>
        join.onRef('e.id', '=', 'k.edit_id').onRef('e.document_id', '=', 'k.document_id'),
      )
      .selectAll('k')
      .select('e.original_text')
      .where('k.id', '=', chunkId)
      .where('k.revision', '=', document.active_revision)
      .executeTakeFirst();
    if (!chunk) throw new AppError('not_found', noPassage);
    const { edit_id: earlier, original_text: original = null, section } = chunk;
    if (earlier)
      await endEdit(transaction, access, { id: earlier, documentId: id, reason: 'replaced' });
    const edit = await transaction
      .insertInto('rag.passage_edits')
      .values({
        id: randomUUID(),
        organisation_id: access.organisationId,
        document_id: id,
        original_text: original ?? chunk.text,
        start_offset: chunk.start_offset,
        page: chunk.page,
        before_text: chunk.hidden ? null : chunk.text,
        text,
        edited_by: access.userId,
        edited_at: new Date(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await changeChunk(transaction, chunkId, {
      text: text ?? edit.original_text,
      editId: edit.id,
      isHidden: text === null,
    });
    if (text) {
      const words = toIndexText(document.title, { section, text });
      await storeWords(transaction, access.organisationId, [words]);
    }
    await announceDocuments(transaction, access.organisationId, [id]);
    return toPassageEdit({ ...edit, chunk_id: chunkId });
  });
}

/**
 * Gives a passage the words of its document again, or removes a lost edit.
 * @throws AppError `not_found` if no such edit is in force, and as {@link editPassage} does.
 */
export async function undoEdit(
  database: Database,
  access: Access,
  { id, editId }: { readonly id: string; readonly editId: string },
): Promise<void> {
  requireUuid(editId, noEdit);
  await database.transaction().execute(async (transaction) => {
    const document = await lockDocument(transaction, access, id);
    const edit = await transaction
      .selectFrom('rag.passage_edits as e')
      .leftJoin('rag.chunks as k', (join) =>
        join.onRef('k.edit_id', '=', 'e.id').on('k.revision', '=', document.active_revision),
      )
      .select(['e.original_text', 'k.id as chunk_id'])
      .where('e.id', '=', editId)
      .where('e.document_id', '=', id)
      .where('e.ended_at', 'is', null)
      .executeTakeFirst();
    if (!edit) throw new AppError('not_found', noEdit);
    await endEdit(transaction, access, { id: editId, documentId: id, reason: 'undone' });
    if (edit.chunk_id) await changeChunk(transaction, edit.chunk_id, { text: edit.original_text });
    await announceDocuments(transaction, access.organisationId, [id]);
  });
}

/** Lists the edits of a document, the newest first. */
export async function listEdits(
  database: Database,
  access: Access,
  { id, limit, cursor }: PageQuery & { readonly id: string },
): Promise<PassageEdits> {
  const { active_revision } = await requireDocument(database, access, { id, permission: 'read' });
  const [at, after] = cursor ? readCursor(cursorSchema, cursor) : [null, null];
  const rows = await database
    .selectFrom('rag.passage_edits as e')
    .leftJoin('rag.chunks as k', (join) =>
      join.onRef('k.edit_id', '=', 'e.id').on('k.revision', '=', active_revision),
    )
    .selectAll('e')
    .select('k.id as chunk_id')
    .where('e.document_id', '=', id)
    .$if(at !== null, (query) =>
      query.where(sql<boolean>`(e.edited_at, e.id) < (${at}::timestamptz, ${after}::uuid)`),
    )
    .orderBy('e.edited_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit + 1)
    .execute();
  const { page, nextCursor } = cutPage(rows, limit, (row) => [row.edited_at.toISOString(), row.id]);
  return { edits: page.map(toPassageEdit), next_cursor: nextCursor };
}

const cursorSchema = z.tuple([timestampSchema, z.uuid()]);

/** Locks a document that no worker reads: a worker could miss the edit. */
async function lockDocument(
  transaction: DatabaseTransaction,
  access: Access,
  id: string,
): Promise<DocumentRow> {
  const locked = await selectDocument(transaction, access, id)
    .forNoKeyUpdate('d')
    .executeTakeFirst();
  const row = requireRight(locked, 'write');
  if (['queued', 'parsing', 'indexing'].includes(row.status)) {
    throw new AppError(
      'document_state_conflict',
      `The document is ${row.status}; its passages can be edited when it is ready.`,
    );
  }
  return row;
}

interface EndedEdit {
  readonly id: string;
  readonly documentId: string;
  readonly reason: 'replaced' | 'undone';
}

/** Ends an edit, and forgets those that ended long before it. */
async function endEdit(
  transaction: DatabaseTransaction,
  { userId }: Access,
  { id, documentId, reason }: EndedEdit,
): Promise<void> {
  await transaction
    .updateTable('rag.passage_edits')
    .set({ ended_by: userId, ended_at: new Date(), end_reason: reason })
    .where('id', '=', id)
    .where('document_id', '=', documentId)
    .execute();
  await transaction
    .deleteFrom('rag.passage_edits')
    .where('id', 'in', (query) =>
      query
        .selectFrom('rag.passage_edits')
        .select('id')
        .where('document_id', '=', documentId)
        .where('ended_at', 'is not', null)
        .orderBy('edited_at', 'desc')
        .offset(maxEnded),
    )
    .execute();
}

interface ChunkChange {
  readonly text: string;
  readonly editId?: string;
  readonly isHidden?: boolean;
}

async function changeChunk(
  transaction: DatabaseTransaction,
  id: string,
  { text, editId, isHidden = false }: ChunkChange,
): Promise<void> {
  await transaction
    .updateTable('rag.chunks')
    .set({
      text,
      edit_id: editId ?? null,
      hidden: isHidden,
      token_count: estimateTokens(text),
      // Later than that of an earlier edit, which the transaction's own time need not be.
      stale_since: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute();
}

function toPassageEdit(
  row: Selectable<PassageEditsTable> & { readonly chunk_id: string | null },
): PassageEdit {
  return {
    id: row.id,
    chunk_id: row.ended_at ? null : row.chunk_id,
    page: row.page,
    start: row.start_offset,
    before: row.before_text,
    after: row.text,
    state: row.end_reason ?? (row.chunk_id ? 'applied' : 'lost'),
    edited_by: row.edited_by,
    edited_at: row.edited_at.toISOString(),
    ended_by: row.ended_by,
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}
