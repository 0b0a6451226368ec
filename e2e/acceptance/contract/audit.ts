import { randomUUID } from 'node:crypto';
import type { AuditEvent } from '@lectern/contracts';
import { eventually } from '@lectern/testing';
import type { Clause } from '../subject.ts';
import { found } from './found.ts';
import type { ContractWorld } from './world.ts';

/** What the log of an organisation says of a change. */
export const audit: readonly Clause<ContractWorld>[] = [
  {
    name: 'the audit log says which grants were replaced by which',
    async ask({ api, addMember }) {
      const { userId } = await addMember();
      const id = await api.createCollection('Audited');
      const path = `/api/collections/${id}/grants`;
      const grants = [{ grantee: { type: 'user', id: userId }, permission: 'read' }];
      await api.request('PUT', path, { json: { inherit: false, grants } });
      const event = await findEvent(api, { action: 'grants.replaced', target: id });
      const told = JSON.stringify(event.details);
      return found(
        'PUT /api/collections/{id}/grants, GET /api/audit',
        { action: event.action, details: event.details },
        told.includes('"from"') && told.includes('"to"') && told.includes(userId),
      );
    },
  },
  {
    name: 'the audit log names what was deleted',
    async ask({ api, addTexts }) {
      const title = `Deleted ${randomUUID()}`;
      const { collectionId, ids } = await addTexts({
        name: title,
        documents: [{ external_id: 'gone', title, text: 'Soon gone.' }],
      });
      await api.request('DELETE', `/api/documents/${ids[0]}`);
      await api.request('DELETE', `/api/collections/${collectionId}`);
      const document = await findEvent(api, { action: 'document.deleted', target: ids[0] ?? '' });
      const collection = await findEvent(api, {
        action: 'collection.deleted',
        target: collectionId,
      });
      return found(
        'DELETE /api/documents/{id}, DELETE /api/collections/{id}, GET /api/audit',
        [document.details, collection.details],
        [document, collection].every(({ details }) => JSON.stringify(details).includes(title)),
      );
    },
  },
  {
    name: 'the audit log says with which rights a key was made, by whom, from where',
    async ask({ api }) {
      const name = `Key ${randomUUID()}`;
      const json = { name, scopes: ['search'] };
      const { body } = await api.request('POST', '/api/keys', { json });
      const event = await findEvent(api, { action: 'key.created', target: body.id });
      const { actor_id, address, request_id, details } = event;
      const { user } = await api.call('getMe');
      return found(
        'POST /api/keys {scopes: ["search"]}, GET /api/audit',
        { actor_id, address, request_id, details },
        JSON.stringify(details).includes('"scopes":["search"]') &&
          actor_id === user.id &&
          Boolean(address && request_id),
      );
    },
  },
];

/** The log is written beside the request that it tells of. */
function findEvent(
  api: ContractWorld['api'],
  { action, target }: { readonly action: string; readonly target: string },
): Promise<AuditEvent> {
  return eventually(async () => {
    const { body } = await api.request('GET', '/api/audit?limit=500');
    return body.events.find(
      (event: AuditEvent) => event.action === action && event.target === target,
    ) as AuditEvent | undefined;
  });
}
