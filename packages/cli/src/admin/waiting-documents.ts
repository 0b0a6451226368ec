import type { Connection } from '../connection/connection.ts';

/** Documents that wait to be ingested, from one page of the list. */
export interface WaitingDocuments {
  readonly count: number;
  /** Since the oldest of them changed last; 0 when none waits. */
  readonly oldestSeconds: number;
}

export async function readWaitingDocuments(connection: Connection): Promise<WaitingDocuments> {
  const { documents } = await connection.call('listDocuments', {
    query: { status: 'queued', limit: 500 },
  });
  const ages = documents.map(({ updated_at }) => Date.now() - Date.parse(updated_at));
  return { count: documents.length, oldestSeconds: Math.round(Math.max(0, ...ages) / 1000) };
}
