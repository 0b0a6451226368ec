import {
  AppError,
  type BinEntry,
  type BinList,
  type BinListQuery,
  binDays,
} from '@lectern/contracts';
import { cursorNumberSchema, cutPage, type OrganisationQuota, readCursor } from '@lectern/service';
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { LlmDatabase, LlmTables } from '../database/tables.ts';
import { type Owner, ofOwner } from '../ports/owner.ts';

const dayMs = 24 * 3_600_000;
/** Microseconds since 1970, and an id, as in the other part of the bin. */
const cursorSchema = z.tuple([cursorNumberSchema, z.uuid()]);

type BinnedRow = Pick<
  Selectable<LlmTables['conversations']>,
  'id' | 'title' | 'user_id' | 'deleted_at'
>;

/** Deleted conversations of one owner, which nobody else can see or restore. */
export class ConversationBin {
  readonly #database: LlmDatabase;
  readonly #quota: Pick<OrganisationQuota, 'assertRoom'>;

  constructor(database: LlmDatabase, quota: Pick<OrganisationQuota, 'assertRoom'>) {
    this.#database = database;
    this.#quota = quota;
  }

  /** Lists deleted conversations, the latest first. */
  async list(owner: Owner, { limit, cursor, kind }: BinListQuery): Promise<BinList> {
    if (kind !== undefined && kind !== 'conversation') return { entries: [], next_cursor: null };
    const [deletedUs, id] = cursor ? readCursor(cursorSchema, cursor) : [];
    const rows = await this.#select(owner)
      .select(
        sql<string>`(extract(epoch from deleted_at) * 1000000)::bigint::text`.as('deleted_us'),
      )
      .$if(id !== undefined, (query) =>
        query.where(
          sql<boolean>`(deleted_at, id) < (
            timestamptz 'epoch' + ${deletedUs}::bigint * interval '1 microsecond', ${id}::uuid)`,
        ),
      )
      .orderBy('deleted_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    const { page, nextCursor } = cutPage(rows, limit, (row) => [row.deleted_us, row.id]);
    return { entries: page.map(toBinEntry), next_cursor: nextCursor };
  }

  /**
   * Restores a conversation with its messages.
   * @throws AppError `bin_entry_not_found`, `quota_exceeded`.
   */
  async restore(owner: Owner, id: string): Promise<BinEntry> {
    return this.#database.transaction().execute(async (transaction) => {
      const row = await this.#select(owner, transaction)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (!row) throw new AppError('bin_entry_not_found');
      await transaction
        .updateTable('conversations')
        .set({ deleted_at: null })
        .where('id', '=', id)
        .execute();
      await this.#quota.assertRoom(transaction, owner.organisationId);
      return toBinEntry(row);
    });
  }

  /**
   * Deletes a conversation with its turns, tool calls and parts for good; also returns the ids of
   * the turns, whose checkpoints are to be deleted.
   * @throws AppError `bin_entry_not_found`.
   */
  async purge(
    owner: Owner,
    id: string,
  ): Promise<{ readonly entry: BinEntry; readonly turnIds: readonly string[] }> {
    return this.#database.transaction().execute(async (transaction) => {
      const row = await this.#select(owner, transaction)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (!row) throw new AppError('bin_entry_not_found');
      const turns = await transaction
        .selectFrom('turns')
        .select('id')
        .where('conversation_id', '=', id)
        .execute();
      await transaction.deleteFrom('conversations').where('id', '=', id).execute();
      return { entry: toBinEntry(row), turnIds: turns.map((turn) => turn.id) };
    });
  }

  #select(owner: Owner, database = this.#database) {
    return database
      .selectFrom('conversations')
      .select(['id', 'title', 'user_id', 'deleted_at'])
      .where((is) => is.and(ofOwner(owner)))
      .where('deleted_at', 'is not', null);
  }
}

function toBinEntry({ id, title, user_id, deleted_at }: BinnedRow): BinEntry {
  const at = deleted_at ?? new Date();
  return {
    id,
    kind: 'conversation',
    name: title,
    parent_id: null,
    parent_name: null,
    document_count: null,
    size: null,
    deleted_by: user_id,
    deleted_at: at.toISOString(),
    purged_at: new Date(at.getTime() + binDays * dayMs).toISOString(),
  };
}
