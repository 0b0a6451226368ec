import {
  AppError,
  type DocumentChunks,
  type DocumentOutline,
  type DocumentText,
  type PageQuery,
} from '@lectern/contracts';
import { cutPage, readCursor } from '@lectern/service';
import { z } from 'zod';
import type { Access } from '../access/load-access.ts';
import type { Database, DocumentRow } from '../database/tables.ts';
import { indexCodePoints } from '../parsing/code-points.ts';
import type { Block, ParsedDocument, TableRows } from '../parsing/parsed-document.ts';
import { loadParsedDocument } from '../revisions/load-parsed-document.ts';
import type { StoredDocuments } from './document-stores.ts';
import { requireDocument } from './require-document.ts';

const positionSchema = z.int32();

/**
 * Returns the parsed text by page; a single entry without a page if the format has none. A page
 * ends at the start of the next one, so that the pages together are the whole text with its
 * offsets.
 */
export async function getDocumentText(
  stores: StoredDocuments,
  access: Access,
  id: string,
): Promise<DocumentText> {
  const { text, pages, blocks } = await loadActive(stores, access, id);
  const tables = blocks.flatMap((block) => (block.table ? toTable(block, block.table) : []));
  const withTables = tables.length > 0 && { tables };
  if (pages.length === 0) return { pages: [{ page: null, text, start: 0 }], ...withTables };
  const points = indexCodePoints(text);
  return {
    pages: pages.map(({ page, start }, at) => ({
      page,
      text: text.slice(
        points.toUnits(start),
        points.toUnits(pages[at + 1]?.start ?? points.length),
      ),
      start,
    })),
    ...withTables,
  };
}

function toTable({ start, end }: Block, { columns, hasHeader, rows }: TableRows) {
  return {
    start,
    end,
    columns: [...columns],
    rows: rows.map((offsets, row) => ({
      is_header: hasHeader && row === 0,
      cells: Array.from({ length: offsets.length / 2 }, (_, column) => ({
        start: offsets[2 * column] as number,
        end: offsets[2 * column + 1] as number,
      })),
    })),
  };
}

export async function getDocumentOutline(
  stores: StoredDocuments,
  access: Access,
  id: string,
): Promise<DocumentOutline> {
  const { outline } = await loadActive(stores, access, id);
  return {
    outline: outline.map(({ level, title, page, start }) => ({ level, title, page, start })),
  };
}

/** Returns the chunks that answer searches, in reading order. */
export async function getDocumentChunks(
  database: Database,
  access: Access,
  { id, limit, cursor }: PageQuery & { readonly id: string },
): Promise<DocumentChunks> {
  const { active_revision: revision } = requireActive(
    await requireDocument(database, access, { id, permission: 'read' }),
  );
  const after = cursor ? readCursor(positionSchema, cursor) : -1;
  const rows = await database
    .selectFrom('rag.chunks')
    .selectAll()
    .where('revision', '=', revision)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit + 1)
    .execute();
  const { page, nextCursor } = cutPage(rows, limit, ({ position }) => position);
  return {
    chunks: page.map((row) => ({
      id: row.id,
      position: row.position,
      text: row.text,
      page: row.page,
      section: row.section.join(' > ') || null,
      start: row.start_offset,
      end: row.end_offset,
    })),
    next_cursor: nextCursor,
  };
}

async function loadActive(
  { database, blobs }: StoredDocuments,
  access: Access,
  id: string,
): Promise<ParsedDocument> {
  const row = requireActive(await requireDocument(database, access, { id, permission: 'read' }));
  const revision = await database
    .selectFrom('rag.revisions')
    .select(['sha256', 'parsed_sha256'])
    .where('id', '=', row.active_revision)
    .executeTakeFirst();
  if (!revision) throw new AppError('document_not_found');
  return loadParsedDocument(blobs, revision, row.title);
}

function requireActive(row: DocumentRow): DocumentRow & { active_revision: string } {
  const { active_revision } = row;
  if (active_revision === null) {
    throw new AppError(
      'document_state_conflict',
      `The document is ${row.status}; it has no text yet.`,
    );
  }
  return { ...row, active_revision };
}
