import { setTimeout as delay } from 'node:timers/promises';
import { addClient, authorize, callback, type Granted } from '../../isolation/oauth.ts';
import type { AcceptanceCase, Finding } from '../define-cases.ts';
import { countStatuses, tell } from './findings.ts';
import { Visitor } from './visitor.ts';
import { expectOk, type Place, password, type SecurityWorld, signIn } from './world.ts';

const limitMs = 5_000;
const givenUpMs = 20_000;

/** Seconds until the stream ends; NaN when it goes on. */
async function timeEnd(stream: Response): Promise<number> {
  const started = performance.now();
  const reader = stream.body?.getReader();
  const readAll = async () => {
    try {
      while (!(await reader?.read())?.done);
    } catch {
      // A stream that is cut off has ended too.
    }
    return (performance.now() - started) / 1_000;
  };
  const waiting = new AbortController();
  const late = delay(givenUpMs, Number.NaN, { signal: waiting.signal }).catch(() => Number.NaN);
  const seconds = await Promise.race([readAll(), late]);
  waiting.abort();
  await reader?.cancel().catch(() => undefined);
  return seconds;
}

/** Seconds until requests are refused. */
async function timeRefusal(ask: () => Promise<{ readonly status: number }>): Promise<number> {
  const started = performance.now();
  while (performance.now() - started < givenUpMs) {
    if ((await ask()).status === 401) return (performance.now() - started) / 1_000;
    await delay(200);
  }
  return Number.NaN;
}

function inTime(call: string, seconds: Readonly<Record<string, number>>): Finding {
  return {
    call,
    answer: Object.entries(seconds)
      .map(([name, value]) => `${name} ended after ${value.toFixed(1)} s`)
      .join(', '),
    holds: Object.values(seconds).every((value) => value * 1_000 <= limitMs),
  };
}

const openEvents = (url: string, headers: Readonly<Record<string, string>>) =>
  fetch(`${url}/api/events`, { headers });

/** A member with a key and an open stream of each kind. */
async function openMember(world: SecurityWorld, place: Place) {
  const person = await world.addPerson(place, 'admin');
  const key = await world.createKey(person.visitor, ['documents:read', 'search']);
  const byKey = await openEvents(world.url, { authorization: `Bearer ${key.apiKey}` });
  const bySession = await openEvents(world.url, person.visitor.headers);
  if (byKey.status !== 200 || bySession.status !== 200) throw new Error('no stream was opened');
  return { person, key, byKey, bySession };
}

async function grantTokens(world: SecurityWorld, place: Place, scope = 'mcp offline_access') {
  const clientId = await addClient(world.url, world.operator.headers);
  const granted = await authorize(world.url, place.owner.visitor.headers, { clientId, scope });
  return { clientId, ...granted };
}

const listTools = (world: SecurityWorld, token: string) =>
  fetch(`${world.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
  });

function exchange(world: SecurityWorld, form: Readonly<Record<string, string>>) {
  return fetch(`${world.url}/api/auth/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ resource: `${world.url}/mcp`, ...form }),
  });
}

const exchangeCode = (
  world: SecurityWorld,
  { clientId, code, verifier }: Granted & { readonly clientId: string },
) =>
  exchange(world, {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    client_id: clientId,
    redirect_uri: callback,
  });

const refresh = (world: SecurityWorld, clientId: string, token: string) =>
  exchange(world, { grant_type: 'refresh_token', refresh_token: token, client_id: clientId });

/** Deliver 5: what each revocation ends, at a running suite. The whole table is the gateway's test. */
export const revocations: readonly AcceptanceCase<SecurityWorld>[] = [
  {
    name: '5 a deleted key ends its event stream and opens nothing more',
    async ask(world) {
      const { person, key, byKey } = await openMember(world, await world.createPlace());
      const { body } = await person.visitor.get('/api/keys');
      await expectOk(person.visitor.send('DELETE', `/api/keys/${body.keys[0].id}`));
      const [stream, refused] = await Promise.all([
        timeEnd(byKey),
        timeRefusal(() => key.request('GET', '/api/me')),
      ]);
      return inTime('DELETE /api/keys/{id}', { stream, key: refused });
    },
  },
  {
    name: '5 signing out ends the event stream of the session',
    async ask(world) {
      const { person, bySession } = await openMember(world, await world.createPlace());
      await expectOk(person.visitor.post('/api/auth/sign-out', {}));
      return inTime('POST /api/auth/sign-out', { stream: await timeEnd(bySession) });
    },
  },
  {
    name: '5 a removed member has nothing left',
    async ask(world) {
      const place = await world.createPlace();
      const { person, key, byKey, bySession } = await openMember(world, place);
      await expectOk(place.owner.visitor.send('DELETE', `/api/members/${person.id}`));
      const [ofKey, ofSession, refused, session] = await Promise.all([
        timeEnd(byKey),
        timeEnd(bySession),
        timeRefusal(() => key.request('GET', '/api/me')),
        timeRefusal(() => person.visitor.get('/api/me')),
      ]);
      return inTime('DELETE /api/members/{id}', {
        'stream of the key': ofKey,
        'stream of the session': ofSession,
        key: refused,
        session,
      });
    },
  },
  {
    name: '5 a lowered role ends what the larger one opened',
    async ask(world) {
      const place = await world.createPlace();
      const { person, byKey, bySession } = await openMember(world, place);
      await expectOk(
        place.owner.visitor.send('PATCH', `/api/members/${person.id}`, {
          json: { role: 'viewer' },
        }),
      );
      const [ofKey, ofSession] = await Promise.all([timeEnd(byKey), timeEnd(bySession)]);
      const invites = await person.visitor.post('/api/invitations', { email: 'x@example.org' });
      const finding = inTime('PATCH /api/members/{id} {"role":"viewer"}', {
        'stream of the key': ofKey,
        'stream of the session': ofSession,
      });
      return {
        ...finding,
        answer: `${finding.answer}; POST /api/invitations ${tell(invites)}`,
        holds: finding.holds && invites.status === 403,
      };
    },
  },
  {
    name: '5 a changed password ends the other sessions',
    async ask(world) {
      const place = await world.createPlace();
      const { person, bySession } = await openMember(world, place);
      const other = new Visitor(world.url);
      await signIn(other, person.email, password);
      const changed = await other.post('/api/auth/change-password', {
        currentPassword: password,
        revokeOtherSessions: true,
        newPassword: 'another-long-password',
      });
      const finding = inTime('POST /api/auth/change-password', {
        'stream of the session': await timeEnd(bySession),
      });
      return { ...finding, holds: finding.holds && changed.status === 200 };
    },
  },
  {
    name: '5 a deleted organisation ends the keys in it',
    async ask(world) {
      const place = await world.createPlace();
      const { key, byKey } = await openMember(world, place);
      await expectOk(
        place.owner.visitor.send('DELETE', `/api/organisations/${place.organisationId}`, {
          json: { password },
        }),
      );
      const [stream, refused] = await Promise.all([
        timeEnd(byKey),
        timeRefusal(() => key.request('GET', '/api/me')),
      ]);
      return inTime('DELETE /api/organisations/{id}', { stream, key: refused });
    },
  },
  {
    name: "5 a grant that is taken away ends the collection's event stream",
    async ask(world) {
      const place = await world.createPlace();
      const reader = await world.addPerson(place, 'member');
      const id = await place.api.createCollection('Granted');
      const grant = (grants: readonly object[]) =>
        expectOk(
          place.owner.visitor.send('PUT', `/api/collections/${id}/grants`, {
            json: { inherit: false, grants },
          }),
        );
      await grant([{ grantee: { type: 'user', id: reader.id }, permission: 'read' }]);
      const stream = await fetch(`${world.url}/api/events?collection_id=${id}`, {
        headers: reader.visitor.headers,
      });
      if (stream.status !== 200) throw new Error(`no stream was opened: ${stream.status}`);
      await grant([]);
      return inTime('PUT /api/collections/{id}/grants {"grants":[]}', {
        stream: await timeEnd(stream),
      });
    },
  },
  {
    name: '5 access tokens end when their code is used twice',
    async ask(world) {
      const granted = await grantTokens(world, await world.createPlace());
      const before = await listTools(world, granted.access_token);
      const again = await exchangeCode(world, granted);
      const refused = await timeRefusal(() => listTools(world, granted.access_token));
      const refreshed = await refresh(world, granted.clientId, granted.refresh_token);
      const finding = inTime('POST /api/auth/oauth2/token with a used code', {
        'access token': refused,
      });
      return {
        ...finding,
        answer: `${before.status}, then ${again.status}; ${finding.answer}; refresh ${refreshed.status}`,
        holds:
          before.status === 200 &&
          again.status === 400 &&
          finding.holds &&
          refreshed.status === 400,
      };
    },
  },
  {
    name: '5 twelve further uses of a code at once give no token',
    async ask(world) {
      const granted = await grantTokens(world, await world.createPlace());
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => exchangeCode(world, granted)),
      );
      return {
        call: '12 × POST /api/auth/oauth2/token with one used code at once',
        answer: countStatuses(answers),
        holds: answers.every(({ status }) => status === 400),
      };
    },
  },
  {
    name: '5 a refresh token that is used eight times at once has at most one successor',
    async ask(world) {
      const granted = await grantTokens(world, await world.createPlace());
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => refresh(world, granted.clientId, granted.refresh_token)),
      );
      const bodies = await Promise.all(
        answers.map((answer) => answer.json() as Promise<{ refresh_token?: string }>),
      );
      const successors = bodies.flatMap(({ refresh_token }) => refresh_token ?? []);
      return {
        call: '8 × POST /api/auth/oauth2/token with one refresh token at once',
        answer: countStatuses(answers),
        holds: successors.length <= 1 && answers.every(({ status }) => status < 500),
      };
    },
  },
  {
    name: '5 a spent refresh token ends every token of its client',
    async ask(world) {
      const { clientId, refresh_token: spent } = await grantTokens(
        world,
        await world.createPlace(),
      );
      const first = await refresh(world, clientId, spent);
      const next = (await first.json()) as { access_token: string; refresh_token: string };
      const before = await listTools(world, next.access_token);
      const again = await refresh(world, clientId, spent);
      const refused = await timeRefusal(() => listTools(world, next.access_token));
      const successor = await refresh(world, clientId, next.refresh_token);
      const finding = inTime('POST /api/auth/oauth2/token with a spent refresh token', {
        'access token': refused,
      });
      return {
        ...finding,
        answer: `${before.status}, then ${again.status}; ${finding.answer}; successor ${successor.status}`,
        holds:
          before.status === 200 &&
          again.status === 400 &&
          finding.holds &&
          successor.status === 400,
      };
    },
  },
  {
    name: '5 a consent taken back ends access and refresh tokens',
    async ask(world) {
      const place = await world.createPlace();
      const granted = await grantTokens(world, place);
      const { body } = await place.owner.visitor.get('/api/auth/oauth2/get-consents');
      const consent = body.find((one: { clientId: string }) => one.clientId === granted.clientId);
      await expectOk(
        place.owner.visitor.post('/api/auth/oauth2/delete-consent', { id: consent.id }),
      );
      const refused = await timeRefusal(() => listTools(world, granted.access_token));
      const refreshed = await refresh(world, granted.clientId, granted.refresh_token);
      const finding = inTime('POST /api/auth/oauth2/delete-consent', { 'access token': refused });
      return {
        ...finding,
        answer: `${finding.answer}; refresh ${refreshed.status}`,
        holds: finding.holds && refreshed.status === 400,
      };
    },
  },
  {
    name: '5 twelve consents at once are one, and each gives a code',
    async ask(world) {
      const { owner } = await world.createPlace();
      const clientId = await addClient(world.url, world.operator.headers);
      const asked = await owner.visitor.get(
        `/api/auth/oauth2/authorize?${new URLSearchParams({
          response_type: 'code',
          client_id: clientId,
          redirect_uri: callback,
          scope: 'mcp',
          state: 's',
          code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
          code_challenge_method: 'S256',
          resource: `${world.url}/mcp`,
        })}`,
      );
      const oauth_query = new URL(asked.body.url, world.url).search.slice(1);
      const answers = await Promise.all(
        Array.from({ length: 12 }, () =>
          owner.visitor.post('/api/auth/oauth2/consent', { accept: true, oauth_query }),
        ),
      );
      const codes = new Set(
        answers.map(({ body }) => new URL(body.url ?? 'x:', world.url).searchParams.get('code')),
      );
      codes.delete(null);
      const { body: consents } = await owner.visitor.get('/api/auth/oauth2/get-consents');
      return {
        call: '12 × POST /api/auth/oauth2/consent at once',
        answer: `${countStatuses(answers)}, ${codes.size} codes, ${consents.length} consent`,
        holds: codes.size === 12 && consents.length === 1,
      };
    },
  },
];
