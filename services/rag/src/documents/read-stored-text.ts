import { pipeline } from 'node:stream/promises';
import {
  AppError,
  type DocumentChunks,
  type DocumentChunksQuery,
  type DocumentOutline,
  type DocumentOutlineQuery,
  type DocumentText,
  type DocumentTextQuery,
} from '@lectern/contracts';
import { cutPage, type FairQueue, readCursor, startDeadline } from '@lectern/service';
import type { Request, Response } from 'express';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Access } from '../access/load-access.ts';
import type { ChunksTable, Database, DocumentRow } from '../database/tables.ts';
import type { OpenStoredText } from '../stored-text/open-stored-text.ts';
import type { StoredText, TextRange } from '../stored-text/stored-text.ts';
import { requireDocument } from './require-document.ts';

const positionSchema = z.int32();
const defaultPartLength = 50_000;
const defaultHeadings = 500;
const maxChunksWithTables = 100;

/** Dependencies of reading stored texts. */
export interface TextReaders {
  readonly database: Database;
  readonly openStoredText: OpenStoredText;
  readonly wholeReads: FairQueue;
}

/** Maximum whole texts and outlines that are sent at once. */
export const wholeReadLimits = {
  maxRunning: 16,
  maxRunningPerTenant: 2,
  maxWaiting: 400,
  maxWaitingPerTenant: 40,
};
/** Maximum wait for the start of a whole text. */
const wholeReadWaitMs = 30_000;
/** A caller who reads more slowly than this is cut off, since others wait. */
const minBytesPerMs = 50;
const minSendMs = 30_000;

interface DocumentCall {
  readonly access: Access;
  readonly id: string;
  readonly request: Request;
  readonly response: Response;
}

/**
 * Returns a part of the parsed text by page. Without a query it sends the whole text; a page ends
 * at the start of the next one, so that the pages together are the whole text with its offsets.
 *
 * @throws AppError `not_found` if the document has no such page or section.
 */
export async function getDocumentText(
  readers: TextReaders,
  { access, id, request, response }: DocumentCall,
  { max_characters, tables, words, ...wanted }: DocumentTextQuery,
): Promise<DocumentText | undefined> {
  const text = await openActive(readers, access, id);
  if (max_characters === undefined && Object.keys(wanted).length === 0) {
    return sendWhole(readers.wholeReads, text, { name: 'text', access, request, response });
  }
  return text.readPart(wanted, {
    maxCharacters: max_characters ?? defaultPartLength,
    withTables: tables === true,
    withWords: words === true,
  });
}

/** Returns a page of the headings. Without a query it sends all of them. */
export async function getDocumentOutline(
  readers: TextReaders,
  { access, id, request, response }: DocumentCall,
  { limit, cursor }: DocumentOutlineQuery,
): Promise<DocumentOutline | undefined> {
  const text = await openActive(readers, access, id);
  if (limit === undefined && cursor === undefined) {
    return sendWhole(readers.wholeReads, text, { name: 'outline', access, request, response });
  }
  return text.readOutline(limit ?? defaultHeadings, cursor);
}

interface WholeRead extends Omit<DocumentCall, 'id'> {
  readonly name: 'text' | 'outline';
}

/**
 * Streams a whole answer as it is stored.
 * @throws AppError `deadline_exceeded` if it cannot start in time, `rate_limited` and
 *   `service_unavailable` as the queue does.
 */
async function sendWhole(
  queue: FairQueue,
  text: StoredText,
  { name, access, request, response }: WholeRead,
): Promise<undefined> {
  const deadline = startDeadline(request, response, wholeReadWaitMs);
  const { organisationId: owner, userId: person } = access;
  await deadline.run(() =>
    queue.run({ owner, person, signal: deadline.signal }, async () => {
      const { length, stream } = await text.streamAnswer(name);
      response.type('json').set('content-length', `${length}`);
      const timer = setTimeout(
        () => response.destroy(),
        Math.max(minSendMs, length / minBytesPerMs),
      );
      try {
        await pipeline(stream, response);
      } catch {
        response.destroy();
      } finally {
        clearTimeout(timer);
      }
    }),
  );
  return undefined;
}

/**
 * Returns the chunks that answer searches, in reading order.
 * @throws AppError `not_found` if the document has no chunk to look around.
 */
export async function getDocumentChunks(
  { database, openStoredText }: TextReaders,
  { access, id }: Pick<DocumentCall, 'access' | 'id'>,
  query: DocumentChunksQuery,
): Promise<DocumentChunks> {
  const row = requireActive(await requireDocument(database, access, { id, permission: 'read' }));
  const { rows, next_cursor } = await selectChunks(database, row.active_revision, query);
  const chunks = rows.map(toChunk);
  if (!query.tables) return { chunks, next_cursor };
  const text = await openRevision({ database, openStoredText }, row);
  const range = { start: chunks[0]?.start ?? 0, end: chunks.at(-1)?.end ?? 0 };
  const tables = await text.readTables(range);
  return {
    chunks: chunks.map((chunk) => ({ ...chunk, tables: cutTables(tables, chunk) })),
    next_cursor,
  };
}

async function selectChunks(
  database: Database,
  revision: string,
  { limit, cursor, around, before, after, tables, hidden }: DocumentChunksQuery,
) {
  const chunks = database
    .selectFrom('rag.chunks')
    .selectAll()
    .where('revision', '=', revision)
    .$if(!hidden, (query) => query.where('hidden', '=', false))
    .orderBy('position');
  if (around !== undefined) {
    const middle = await chunks.where('id', '=', around).executeTakeFirst();
    if (!middle) throw new AppError('not_found', 'The document has no such passage any more.');
    const rows = await chunks
      .where('position', '>=', middle.position - before)
      .where('position', '<=', middle.position + after)
      .execute();
    return { rows, next_cursor: null };
  }
  const wanted = tables ? Math.min(limit, maxChunksWithTables) : limit;
  const found = await chunks
    .where('position', '>', cursor ? readCursor(positionSchema, cursor) : -1)
    .limit(wanted + 1)
    .execute();
  const { page, nextCursor } = cutPage(found, wanted, ({ position }) => position);
  return { rows: page, next_cursor: nextCursor };
}

type Tables = NonNullable<DocumentText['tables']>;

/** Returns the tables of a range, with those of their rows that overlap it. */
function cutTables(tables: Tables, range: TextRange): Tables {
  const overlaps = ({ start, end }: TextRange) => start < range.end && end > range.start;
  return tables.filter(overlaps).flatMap((table) => {
    const rows = table.rows.filter(({ cells }) => cells.some(overlaps));
    return rows.length > 0 ? [{ ...table, rows }] : [];
  });
}

function toChunk(row: Selectable<ChunksTable>): DocumentChunks['chunks'][number] {
  return {
    id: row.id,
    position: row.position,
    text: row.text,
    page: row.page,
    section: row.section.join(' > ') || null,
    start: row.start_offset,
    end: row.end_offset,
    ...(row.edit_id && {
      edit_id: row.edit_id,
      ...(row.hidden ? { hidden: true } : { corrected: true }),
    }),
  };
}

async function openActive(readers: TextReaders, access: Access, id: string): Promise<StoredText> {
  const { database } = readers;
  const row = requireActive(await requireDocument(database, access, { id, permission: 'read' }));
  return openRevision(readers, row);
}

async function openRevision(
  { database, openStoredText }: Pick<TextReaders, 'database' | 'openStoredText'>,
  row: ActiveDocument,
): Promise<StoredText> {
  const revision = await database
    .selectFrom('rag.revisions')
    .select(['organisation_id', 'sha256', 'parsed_sha256'])
    .where('id', '=', row.active_revision)
    .executeTakeFirst();
  if (!revision) throw new AppError('document_not_found');
  return openStoredText({ ...revision, title: row.title });
}

type ActiveDocument = DocumentRow & { active_revision: string };

/** @throws AppError `document_state_conflict` if the document has no text yet. */
export function requireActive(row: DocumentRow): ActiveDocument {
  const { active_revision } = row;
  if (active_revision === null) {
    throw new AppError(
      'document_state_conflict',
      `The document is ${row.status}; it has no text yet.`,
    );
  }
  return { ...row, active_revision };
}
