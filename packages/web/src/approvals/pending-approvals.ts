import type { Approval } from '@lectern/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call, stream } from '../api/call.ts';

/** A tool call that waits for this person's decision. */
export interface PendingApproval extends Approval {
  readonly expires_at: string;
  /** Undefined for the call of a connected client. */
  readonly conversation_id?: string;
}

export type Decision = 'approve' | 'deny';

const refreshMs = 10_000;

export const pendingApprovalsQuery = queryOptions({
  queryKey: ['pending-approvals'],
  queryFn: async ({ signal }): Promise<readonly PendingApproval[]> => {
    const [{ approvals }, { confirmations }] = await Promise.all([
      call('listPendingApprovals', { signal }),
      call('listMcpToolConfirmations', { signal }),
    ]);
    return [...approvals, ...confirmations].toSorted((a, b) =>
      a.expires_at.localeCompare(b.expires_at),
    );
  },
  refetchInterval: refreshMs,
});

/** Returns the tool calls that wait for this person, the first to expire first. */
export function usePendingApprovals(): readonly PendingApproval[] {
  return useQuery(pendingApprovalsQuery).data ?? [];
}

/** Approves or denies a waiting call. Does not wait for its result. */
export async function decideCall(
  { id, conversation_id }: PendingApproval,
  decision: Decision,
): Promise<void> {
  if (!conversation_id) {
    await call('decideMcpToolCall', { params: { id }, body: { decision } });
    return;
  }
  const params = { id: conversation_id, approval_id: id };
  const parts = stream('decideApproval', { params, body: { decision } });
  await parts.next();
  void parts.return(undefined);
}
