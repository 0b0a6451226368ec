import { type BodyOf, type Endpoint, endpoints, fillPath } from '@lectern/contracts';
import { askUpstream } from '../../proxy/ask-upstream.ts';
import type { Upstream } from '../../proxy/upstream.ts';
import type { InternalTokens } from '../internal-tokens/internal-tokens.ts';
import type { Owner } from './first-owner.ts';

export interface SharedCollectionOptions {
  readonly internalTokens: InternalTokens;
  readonly rag: Upstream;
}

const sharedCollectionName = 'Shared';

const timeoutMs = 10_000;

/**
 * Creates a collection that members can write and viewers can read: without one, new members see
 * nothing until somebody adds grants.
 * @throws AppError when the knowledge service rejects it.
 */
export async function addSharedCollection(
  { internalTokens, rag }: SharedCollectionOptions,
  { userId, organisationId }: Owner,
): Promise<void> {
  const token = await internalTokens.get({
    userId,
    organisationId,
    scopes: ['documents:read', 'documents:write'],
    runId: undefined,
    credential: `user:${userId}`,
  });
  const call = async (endpoint: Endpoint, body: object, id = ''): Promise<unknown> => {
    const { status, answer } = await askUpstream(rag, {
      method: endpoint.method,
      path: fillPath(endpoint, 'inside', { id }),
      headers: { authorization: `Bearer ${token}` },
      body,
      timeoutMs,
    });
    if (status >= 300) throw new Error(`the answer was ${status}`);
    return answer;
  };
  const { createCollection, putGrants } = endpoints;
  const made = await call(createCollection, {
    name: sharedCollectionName,
    description: 'Everybody of the organisation reads here; members add documents.',
  } satisfies BodyOf<'createCollection'>);
  const grants: BodyOf<'putGrants'> = {
    inherit: true,
    grants: [
      { grantee: { type: 'role', id: 'member' }, permission: 'write' },
      { grantee: { type: 'role', id: 'viewer' }, permission: 'read' },
    ],
  };
  await call(putGrants, grants, createCollection.response.pick({ id: true }).parse(made).id);
}
