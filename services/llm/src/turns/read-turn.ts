import { isErrorCode, scopeSchema, type ToolCall } from '@lectern/contracts';
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { LlmDatabase, LlmTables, StoredApproval } from '../database/tables.ts';
import type { Turn } from './turn.ts';

/** Mode of a turn in a query over turns and conversations. */
export const modeOfTurn = sql<Turn['mode']>`coalesce(turns.mode, conversations.mode)`.as('mode');

/** A row of a turn, with its conversation's mode and its tool calls. */
export async function readTurn(
  database: LlmDatabase,
  row: Omit<Selectable<LlmTables['turns']>, 'mode'> & { readonly mode: Turn['mode'] },
): Promise<Turn> {
  const calls = await selectToolCalls(database, [row.id]);
  return {
    id: row.id,
    owner: { organisationId: row.organisation_id, userId: row.user_id },
    grounds: {
      credential: row.credential ?? undefined,
      scopes: z.array(scopeSchema).parse(row.scopes),
    },
    conversationId: row.conversation_id,
    mode: row.mode,
    modelId: row.model_id ?? undefined,
    assistant: row.assistant ?? undefined,
    model: row.model ?? undefined,
    status: row.status,
    question: row.question,
    collectionFilter: row.collection_filter ?? undefined,
    answer: row.answer,
    abstained: row.abstained,
    evidence: row.evidence ?? undefined,
    citations: row.citations,
    warnings: row.warnings,
    errorCode: isErrorCode(row.error_code) ? row.error_code : undefined,
    route: row.route ?? undefined,
    toolCalls: calls.get(row.id) ?? [],
    waitingSince: (row.status === 'waiting' && row.heartbeat_at) || undefined,
    approval: row.status === 'waiting' && row.approval ? toRequest(row.approval) : undefined,
  };
}

/** Returns the requested call without its decision. */
export function toRequest({ decision: _, ...request }: StoredApproval) {
  return { ...request, arguments: { ...request.arguments } };
}

/** Loads the tool calls of turns, in order. */
export async function selectToolCalls(
  database: LlmDatabase,
  turnIds: readonly string[],
): Promise<Map<string, ToolCall[]>> {
  const calls = new Map<string, ToolCall[]>();
  if (turnIds.length === 0) return calls;
  const rows = await database
    .selectFrom('tool_calls')
    .select(['turn_id', 'id', 'server', 'tool', 'arguments', 'status', 'duration_ms', 'summary'])
    .select('outcome')
    .where('turn_id', 'in', [...turnIds])
    .orderBy('position')
    .execute();
  for (const { turn_id, outcome, ...call } of rows) {
    const read = { ...call, ...(outcome && { outcome }) };
    calls.set(turn_id, [...(calls.get(turn_id) ?? []), read]);
  }
  return calls;
}
