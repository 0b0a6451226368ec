import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Api } from '../suite/api.ts';
import { readEvents } from '../suite/read-events.ts';
import { chatBody } from './check-stops.ts';
import type { Compose } from './compose.ts';
import { signIn } from './set-up-owner.ts';
import type { SuiteUnderTest } from './suite-under-test.ts';

/** Requests per minute that all gateways together accept from one address. */
const signInsPerMinute = 20;
const signInTries = 60;

/** Two gateways, each on its port, as a proxy in front would use them. */
export async function checkGateways(
  suite: SuiteUnderTest,
  compose: Compose,
  { urls, publicUrl }: { readonly urls: readonly [string, string]; readonly publicUrl: string },
): Promise<void> {
  const { report, owner, scale } = suite;
  await compose.up({ ...scale, gateway: 2 });
  const [first, second] = urls.map((url) => new Api(url, owner.api.apiKey)) as [Api, Api];
  await report.try('a sign-in at one gateway counts at the other', async () => {
    const { email, password } = owner;
    const { status, cookie } = await signIn(first.url, publicUrl, { email, password });
    assert.equal(status, 200);
    const answer = await fetch(`${second.url}/api/conversations`, { headers: { cookie } });
    assert.equal(answer.status, 200, await answer.text());
  });
  await report.try('a turn of one gateway is replayed by the other', async () => {
    const body = { ...chatBody(suite), message_id: randomUUID() };
    const streamed = await readParts(first, body);
    assert.equal(streamed.at(-1)?.type, 'finish');
    assert.deepEqual(await readParts(second, body), streamed);
  });
  await report.try('a turn of one gateway can be followed at the other', async () => {
    const body = { ...chatBody(suite), message_id: randomUUID() };
    const [parts, followed] = await Promise.all([readParts(first, body), readParts(second, body)]);
    assert.deepEqual(followed, parts);
  });
  await report.try('the gateways share the limit of sign-ins', async () => {
    const startedAt = performance.now();
    const tries = Array.from({ length: signInTries }, (_, number) =>
      signIn(urls[number % 2 === 0 ? 0 : 1], publicUrl, {
        email: 'nobody@example.org',
        password: 'not the password',
      }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    const refill = Math.ceil(((performance.now() - startedAt) / 60_000) * signInsPerMinute);
    const passed = statuses.filter((status) => status !== 429).length;
    report.print(`${passed} of ${signInTries} sign-ins passed the limit of ${signInsPerMinute}`);
    assert.ok(passed > 0 && passed <= signInsPerMinute + refill, `${passed} passed`);
  });
}

/** Reads the parts of a turn's stream, except transient ones. */
async function readParts(api: Api, json: object) {
  const headers = { accept: 'text/event-stream' };
  const response = await api.open('POST', '/api/chat/mcp', { headers, json });
  assert.equal(response.status, 200);
  const parts: { readonly type: string }[] = [];
  for await (const { data } of readEvents(response)) {
    parts.push(data);
    if (data.type === 'finish' || data.type === 'error') break;
  }
  return parts;
}
