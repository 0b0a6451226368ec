import type { Approval } from '@lectern/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { hasStatus } from '../api/api-error.ts';
import { call, stream } from '../api/call.ts';
import { conversationsQuery } from '../chat/conversations.ts';

/** A call of a tool that waits for this person, of a conversation or of a connected client. */
export interface WaitingCall extends Approval {
  readonly expires_at: string;
  readonly conversationId: string | undefined;
}

export type Decision = 'approve' | 'deny';

const refreshMs = 10_000;
/** Read at once; a person with more of them sees the rest when these are decided. */
const maxConversations = 20;

export const waitingKey = ['waiting-calls'];

/** Everything that waits for this person's decision, what ends first before the rest. */
export function useWaitingCalls(): readonly WaitingCall[] {
  const { data } = useQuery(conversationsQuery);
  const ids = (data?.conversations ?? [])
    .filter(({ waiting }) => waiting)
    .map(({ id }) => id)
    .slice(0, maxConversations);
  return useQuery(waitingQuery(ids)).data ?? [];
}

function waitingQuery(conversationIds: readonly string[]) {
  return queryOptions({
    queryKey: [...waitingKey, conversationIds],
    queryFn: async ({ signal }): Promise<readonly WaitingCall[]> => {
      const [{ confirmations }, ...approvals] = await Promise.all([
        call('listMcpToolConfirmations', { signal }),
        ...conversationIds.map(async (id) => {
          const approvals = await listApprovals(id, signal);
          return approvals.map((one) => ({ ...one, conversationId: id }));
        }),
      ]);
      return [
        ...confirmations.map((one) => ({ ...one, conversationId: undefined })),
        ...approvals.flat(),
      ].toSorted((a, b) => a.expires_at.localeCompare(b.expires_at));
    },
    refetchInterval: refreshMs,
  });
}

/** None of a conversation that was deleted since the list of them was read. */
async function listApprovals(id: string, signal: AbortSignal) {
  try {
    return (await call('listApprovals', { params: { id }, signal })).approvals;
  } catch (error) {
    if (hasStatus(error, 404)) return [];
    throw error;
  }
}

/** Says to a waiting call that it may run, or not. What it gives is not waited for. */
export async function decideCall(
  { id, conversationId }: WaitingCall,
  decision: Decision,
): Promise<void> {
  if (!conversationId) {
    await call('decideMcpToolCall', { params: { id }, body: { decision } });
    return;
  }
  const params = { id: conversationId, approval_id: id };
  const parts = stream('decideApproval', { params, body: { decision } });
  await parts.next();
  void parts.return(undefined);
}
