import type { PendingApprovals } from '@lectern/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call, stream } from '../api/call.ts';

/** A tool call that waits for this person's decision. */
export type PendingApproval = PendingApprovals['approvals'][number];

export type Decision = 'approve' | 'deny';

const refreshMs = 10_000;

export const pendingApprovalsQuery = queryOptions({
  queryKey: ['pending-approvals'],
  queryFn: async ({ signal }) => call('listPendingApprovals', { signal }),
  refetchInterval: refreshMs,
});

/** Returns the tool calls that wait for this person, the first to expire first. */
export function usePendingApprovals(): PendingApprovals {
  return useQuery(pendingApprovalsQuery).data ?? { approvals: [], omitted_client_calls: 0 };
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
