import type { Clause } from '../subject.ts';
import { answered, tell } from './findings.ts';
import type { DoorsWorld } from './world.ts';

/** Deliver 10: keys and what is kept for them. */
export const keys: readonly Clause<DoorsWorld>[] = [
  {
    name: '10 a key makes no key that outlives it',
    async ask(world) {
      const { owner, api } = await world.createPlace();
      const made = await owner.visitor.post('/api/keys', {
        name: 'short',
        scopes: ['admin'],
        expires_in_days: 1,
      });
      const headers = { authorization: `Bearer ${made.body.key}` };
      const endless = await api.request('POST', '/api/keys', {
        json: { name: 'child', scopes: ['admin'] },
        headers,
      });
      const longer = await api.request('POST', '/api/keys', {
        json: { name: 'child', scopes: ['admin'], expires_in_days: 3 },
        headers,
      });
      return {
        call: 'POST /api/keys by a key of one day, for ever and for three days',
        answer: `${tell(endless)}, ${tell(longer)}`,
        holds: endless.status === 403 && longer.status === 403,
      };
    },
  },
  {
    name: '10 a key makes no key that outranks it',
    async ask(world) {
      const { owner, api } = await world.createPlace();
      const made = await owner.visitor.post('/api/keys', { name: 'narrow', scopes: ['admin'] });
      return answered(
        'POST /api/keys {"scopes":["files"]} by a key for admin alone',
        await api.request('POST', '/api/keys', {
          json: { name: 'child', scopes: ['files'] },
          headers: { authorization: `Bearer ${made.body.key}` },
        }),
        403,
      );
    },
  },
  {
    name: '10 a key has no more than its owner has now',
    async ask(world) {
      const place = await world.createPlace();
      const admin = await world.addPerson(place, 'admin');
      const key = await world.createKey(admin.visitor, ['admin', 'documents:write']);
      await place.owner.visitor.send('PATCH', `/api/members/${admin.id}`, {
        json: { role: 'viewer' },
      });
      const started = performance.now();
      let answer = await key.request('GET', '/api/audit');
      while (answer.status === 200 && performance.now() - started < 5_000) {
        answer = await key.request('GET', '/api/audit');
      }
      return answered("GET /api/audit by an admin's key after the role viewer", answer, 403);
    },
  },
  {
    name: '10 an Idempotency-Key of one organisation answers nobody of another',
    async ask(world) {
      const [first, second] = [await world.createPlace(), await world.createPlace()];
      const request = {
        json: { name: 'Same' },
        headers: { 'idempotency-key': 'the-very-same-key' },
      };
      const one = await first.api.request('POST', '/api/collections', request);
      const repeated = await first.api.request('POST', '/api/collections', request);
      const other = await second.api.request('POST', '/api/collections', request);
      return {
        call: 'POST /api/collections with one Idempotency-Key, twice here and once elsewhere',
        answer: `${one.status} ${one.body.id}, ${repeated.status} ${repeated.body.id}, ${other.status} ${other.body.id}`,
        holds:
          one.body.id === repeated.body.id && other.status === 201 && other.body.id !== one.body.id,
      };
    },
  },
  {
    name: '10 an Idempotency-Key of a wider key gives a narrower one nothing',
    async ask(world) {
      const { owner, api } = await world.createPlace();
      const narrow = await world.createKey(owner.visitor, ['search']);
      const request = {
        json: { name: 'k', scopes: ['search'] },
        headers: { 'idempotency-key': 'of-a-wider-key' },
      };
      const made = await api.request('POST', '/api/keys', request);
      const stolen = await narrow.request('POST', '/api/keys', request);
      return {
        call: 'POST /api/keys with the Idempotency-Key of a wider key',
        answer: `${made.status}, ${tell(stolen)}`,
        holds: made.status === 201 && stolen.status === 403,
      };
    },
  },
];
