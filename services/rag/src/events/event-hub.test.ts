import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EventStream } from '@lectern/service';
import { addPrincipal, eventually } from '@lectern/testing';
import { type Person, startTestRag, type TestRag } from '../../test/start-test-rag.ts';
import { loadAccess } from '../access/load-access.ts';
import { followEvents } from './follow-events.ts';

interface Seen {
  readonly event: string;
  readonly data: { readonly id: string; readonly deleted?: true };
}

describe('events', () => {
  let rag: TestRag;
  let owner: Person;

  beforeAll(async () => {
    rag = await startTestRag();
    owner = await rag.addPerson('olga', 'acme', 'owner');
  });
  afterAll(() => rag[Symbol.asyncDispose]());

  /** Events of a person's open stream. */
  const listen = ({ userId, organisationId }: Person) => {
    const seen: Seen[] = [];
    const { hub, database } = rag.dependencies;
    const principal = { userId, organisationId } as Parameters<typeof loadAccess>[1];
    hub.subscribe({
      organisationId,
      loadAccess: () => loadAccess(database, principal),
      collectionId: undefined,
      stream: {
        send: (event: string, data: Seen['data']) => seen.push({ event, data }),
        end: () => {},
        signal: new AbortController().signal,
      } as unknown as EventStream,
    });
    return seen;
  };
  const create = async (body: object) =>
    (await owner.call('POST', '/rag/collections', body)).body.id as string;
  const grant = (id: string, inherit: boolean, grantees: readonly { type: string; id: string }[]) =>
    owner.call('PUT', `/rag/collections/${id}/grants`, {
      inherit,
      grants: grantees.map((grantee) => ({ grantee, permission: 'read' })),
    });
  const deletedIn = (seen: readonly Seen[]) =>
    seen.flatMap(({ event, data }) => (event === 'collection' && data.deleted ? [data.id] : []));

  it('of a deleted collection go to all who could see it, for each below it, and to nobody else', async () => {
    const [user, mate, viewer, stranger, foreigner] = [
      await rag.addPerson('uma', 'acme', 'member'),
      await rag.addPerson('tom', 'acme', 'member'),
      await rag.addPerson('vic', 'acme', 'viewer'),
      await rag.addPerson('sam', 'acme', 'member'),
      await rag.addPerson('finn', 'globex', 'owner'),
    ];
    await addPrincipal(rag.database, { ...mate, teamIds: ['birders'] });
    const top = await create({ name: 'Birds' });
    const child = await create({ name: 'Owls', parent_id: top });
    const secret = await create({ name: 'Nests', parent_id: top });
    const many = Array.from({ length: 90 }, (_, at) => `someone-${at}`);
    for (const userId of many) {
      await addPrincipal(rag.database, { userId, organisationId: 'acme' });
    }
    await grant(top, true, [
      ...many.map((id) => ({ type: 'user', id })),
      { type: 'user', id: 'uma' },
    ]);
    await grant(child, true, [{ type: 'role', id: 'viewer' }]);
    await grant(secret, false, [{ type: 'team', id: 'birders' }]);
    const seen = [owner, user, mate, viewer, stranger, foreigner].map(listen);

    expect((await owner.call('DELETE', `/rag/collections/${top}`)).status).toBe(204);
    await eventually(() => seen.flatMap(deletedIn).length >= 9);
    expect(seen.map((each) => deletedIn(each).toSorted())).toEqual([
      [top, child, secret].toSorted(),
      [top, child].toSorted(),
      [child, secret].toSorted(),
      [child],
      [child],
      [],
    ]);
  });

  it('of a collection end within five seconds of the right to read it', async () => {
    const reader = await rag.addPerson('rita', 'acme', 'member');
    const id = await create({ name: 'Herons' });
    await grant(id, false, [{ type: 'user', id: 'rita' }]);
    const token = await rag.identity.token({ userId: 'rita', organisationId: 'acme' });
    const response = await fetch(`${rag.url}/rag/events?collection_id=${id}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(5_000),
    });
    expect(response.status).toBe(200);
    expect((await reader.call('GET', `/rag/collections/${id}`)).status).toBe(200);

    await grant(id, false, []);
    expect(await response.text()).toContain('heartbeat');
  });

  it('are followed by nobody who left while their rights were looked up', async () => {
    const { hub, database } = rag.dependencies;
    const { userId, organisationId } = owner;
    const principal = { userId, organisationId } as Parameters<typeof loadAccess>[1];
    const kept: unknown[] = [];
    const follow = (signal: AbortSignal) => {
      const keeping = { subscribe: (subscriber: unknown) => kept.push(subscriber) };
      const follower = { principal, collectionId: undefined };
      const stream = { send: () => {}, end: () => {}, signal } as unknown as EventStream;
      const dependencies = { database, hub: Object.assign(Object.create(hub), keeping) };
      return followEvents(dependencies, follower, () => stream);
    };
    await follow(AbortSignal.abort());
    expect(kept).toHaveLength(0);
    const leaving = new AbortController();
    await follow(leaving.signal);
    expect(kept).toHaveLength(1);
    leaving.abort();
  });
});
