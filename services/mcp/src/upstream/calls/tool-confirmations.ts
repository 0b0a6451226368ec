import { randomUUID } from 'node:crypto';
import type { Approval, ApprovalDecision, PageQuery } from '@lectern/contracts';
import { cursorNumberSchema, cutPage, readCursor } from '@lectern/service';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Owner } from '../access.ts';
import type { UpstreamDatabase } from '../upstream-tables.ts';
import type { RegistryCall } from './registry-call.ts';

/** Lifetime of a request and of an agreement, which holds for one call. */
const validMinutes = 15;
/** Maximum open requests of one person; a newer one replaces the oldest. */
const maxWaiting = 50;
const isValid = sql<boolean>`created_at > now() - make_interval(mins => ${validMinutes})`;

const createdUs = sql<string>`(extract(epoch from created_at) * 1000000)::bigint`;
const placeSchema = z.object({ at: cursorNumberSchema, id: z.uuid() });

export interface WaitingCall extends Approval {
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** A call of a tool in its current version that needs an agreement. */
export interface AskedCall extends RegistryCall {
  readonly agreedTo: string;
}

/** Agreements of people to calls of tools that change something. */
export class ToolConfirmations {
  readonly #database: UpstreamDatabase;

  constructor(database: UpstreamDatabase) {
    this.#database = database;
  }

  /**
   * Uses up an agreement to this call of the tool in this version. Returns false if there is none.
   */
  async use(owner: Owner, call: AskedCall): Promise<boolean> {
    const { numUpdatedRows } = await this.#database
      .updateTable('tool_confirmations')
      .set({ used: true })
      .where('id', '=', (query) =>
        query
          .selectFrom('tool_confirmations')
          .select('id')
          .where('organisation_id', '=', owner.organisationId)
          .where('user_id', '=', owner.userId)
          .where('server', '=', call.server)
          .where('tool', '=', call.tool)
          .where('tool_version', '=', call.agreedTo)
          .where(sql<boolean>`arguments = ${JSON.stringify(call.arguments)}::jsonb`)
          .where('decision', '=', 'approve')
          .where('used', '=', false)
          .where(isValid)
          .limit(1)
          .forUpdate()
          .skipLocked(),
      )
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /** Stores a request for an agreement and returns its id. */
  async ask(owner: Owner, call: AskedCall): Promise<string> {
    await this.#database
      .deleteFrom('tool_confirmations')
      .where(sql<boolean>`not ${isValid}`)
      .execute();
    await this.#database
      .deleteFrom('tool_confirmations')
      .where('id', 'in', (query) =>
        query
          .selectFrom('tool_confirmations')
          .select('id')
          .where('organisation_id', '=', owner.organisationId)
          .where('user_id', '=', owner.userId)
          .where('decision', 'is', null)
          .orderBy('created_at', 'desc')
          .offset(maxWaiting - 1),
      )
      .execute();
    const id = randomUUID();
    await this.#database
      .insertInto('tool_confirmations')
      .values({
        id,
        organisation_id: owner.organisationId,
        user_id: owner.userId,
        server: call.server,
        tool: call.tool,
        tool_version: call.agreedTo,
        arguments: JSON.stringify(call.arguments),
      })
      .execute();
    return id;
  }

  /**
   * Lists the open requests of the person, newest first.
   * @throws AppError `invalid_request` for an invalid cursor.
   */
  async list(
    { organisationId, userId }: Owner,
    { limit, cursor }: PageQuery,
  ): Promise<{ waiting: WaitingCall[]; nextCursor: string | null }> {
    const after = cursor === undefined ? undefined : readCursor(placeSchema, cursor);
    const rows = await this.#database
      .selectFrom('tool_confirmations')
      .select(['id', 'server', 'tool', 'arguments', 'created_at', createdUs.as('created_us')])
      .where('organisation_id', '=', organisationId)
      .where('user_id', '=', userId)
      .where('decision', 'is', null)
      .where(isValid)
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(${createdUs}, id) < (${after?.at}::bigint, ${after?.id}::uuid)`),
      )
      .orderBy(createdUs, 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    const { page, nextCursor } = cutPage(rows, limit, ({ created_us: at, id }) => ({ at, id }));
    return { waiting: page.map(({ created_us: _, ...call }) => toWaitingCall(call)), nextCursor };
  }

  /**
   * Lists the open requests of the person, newest first, as far as their arguments fit together,
   * and counts the others.
   */
  async listWithin(
    { organisationId, userId }: Owner,
    maxCharacters: number,
  ): Promise<{ waiting: WaitingCall[]; omitted: number }> {
    const open = this.#database
      .selectFrom('tool_confirmations')
      .select(['id', 'server', 'tool', 'created_at'])
      .select(
        sql<number>`sum(length(arguments::text)) over (order by created_at desc, id desc)`.as(
          'characters',
        ),
      )
      .where('organisation_id', '=', organisationId)
      .where('user_id', '=', userId)
      .where('decision', 'is', null)
      .where(isValid);
    const rows = await this.#database
      .selectFrom(open.as('open'))
      .leftJoin('tool_confirmations as call', (join) =>
        join.onRef('call.id', '=', 'open.id').on('open.characters', '<=', maxCharacters),
      )
      .select(['open.id', 'open.server', 'open.tool', 'open.created_at', 'call.arguments'])
      .orderBy('open.created_at', 'desc')
      .orderBy('open.id', 'desc')
      .execute();
    const fitting = rows.flatMap(({ arguments: given, ...row }) =>
      given === null ? [] : [{ ...row, arguments: given }],
    );
    return { waiting: fitting.map(toWaitingCall), omitted: rows.length - fitting.length };
  }

  /** Stores a decision and returns the tool. Undefined if the person has no such open request. */
  async decide(
    owner: Owner,
    id: string,
    decision: ApprovalDecision,
  ): Promise<Pick<RegistryCall, 'server' | 'tool'> | undefined> {
    return this.#database
      .updateTable('tool_confirmations')
      .set({ decision })
      .where('id', '=', id)
      .where('organisation_id', '=', owner.organisationId)
      .where('user_id', '=', owner.userId)
      .where('decision', 'is', null)
      .where(isValid)
      .returning(['server', 'tool'])
      .executeTakeFirst();
  }
}

function toWaitingCall({
  created_at,
  ...call
}: Approval & { readonly created_at: Date }): WaitingCall {
  return {
    ...call,
    createdAt: created_at,
    expiresAt: new Date(created_at.getTime() + validMinutes * 60_000),
  };
}
