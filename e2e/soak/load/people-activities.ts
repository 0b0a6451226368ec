import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { readEvents } from '../../suite/read-events.ts';
import type { Activity } from './activity.ts';

const watchMs = 3_000;

/** Somebody follows events for a few seconds, then leaves the page. */
export const eventsActivity: Activity = {
  name: 'events',
  restMs: 500,
  async takeTurn({ api, inboxId }, turn) {
    const query = turn % 2 === 0 ? `?collection_id=${inboxId}` : '';
    const events = readEvents(await api.open('GET', `/api/events${query}`));
    try {
      assert.equal((await events.next()).value?.event, 'heartbeat');
      await delay(watchMs);
    } finally {
      await events.return(undefined);
    }
  },
};

/** Somebody signs in with a password, looks around and signs out. */
export const signInActivity: Activity = {
  name: 'sign-in',
  restMs: 8_000,
  async takeTurn({ suite }) {
    const { email, password } = suite.credentials;
    const signedIn = await post(`${suite.url}/api/auth/sign-in/email`, { email, password });
    const cookie = signedIn.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; ');
    const me = await fetch(`${suite.url}/api/me`, { headers: { cookie } });
    assert.equal(me.status, 200, await me.text());
    await post(`${suite.url}/api/auth/sign-out`, {}, cookie);
  },
};

async function post(url: string, body: unknown, cookie = ''): Promise<Response> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { origin: new URL(url).origin, 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });
  assert.equal(response.status, 200, await response.text());
  return response;
}

const unknownId = '00000000-0000-4000-8000-000000000000';
const mistakes = [
  { method: 'GET', path: `/api/documents/${unknownId}`, status: 404 },
  { method: 'POST', path: '/api/search', json: { query: '' }, status: 400 },
  { method: 'POST', path: '/api/search', body: '{"query"', status: 400 },
  { method: 'GET', path: '/api/me', headers: { authorization: 'Bearer lct_wrong' }, status: 401 },
  { method: 'GET', path: '/api/nothing', status: 404 },
] as const;

/** Requests that must be refused, each in its way. */
export const mistakesActivity: Activity = {
  name: 'mistakes',
  restMs: 2_000,
  async takeTurn({ api }, turn) {
    const mistake = mistakes[turn % mistakes.length];
    if (!mistake) return;
    const { method, path, status, ...options } = mistake;
    const headers = {
      ...('body' in options && { 'content-type': 'application/json' }),
      ...('headers' in options && options.headers),
    };
    const answer = await api.request(method, path, { ...options, headers });
    assert.equal(answer.status, status, `${method} ${path}: ${JSON.stringify(answer.body)}`);
  },
};
