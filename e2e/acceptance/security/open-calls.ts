import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, Api } from '../../suite/api.ts';
import type { Clause } from '../subject.ts';
import { tell } from './findings.ts';
import { type DoorsWorld, openRequests, openRequestsOfAll, requestsPerMinute } from './world.ts';

/** Deliver 2 and 6: what is open and asked for at once. */
export const openCalls: readonly Clause<DoorsWorld>[] = [
  {
    name: '2 streams are capped by person',
    async ask(world) {
      const place = await world.createPlace();
      const opened = await openStreams(place.api, 5);
      const statuses = opened.map(({ status }) => status);
      await Promise.all(opened.map(({ close }) => close()));
      return {
        call: '5 × GET /api/events of one person, OPEN_STREAMS=3',
        answer: statuses.join(', '),
        holds: statuses.filter((status) => status === 200).length === 3 && statuses.at(-1) === 429,
      };
    },
  },
  {
    name: '2 streams are capped by organisation, shown with their use',
    async ask(world) {
      const place = await world.createPlace();
      const admin = await world.addPerson(place, 'admin');
      const other = await world.createKey(admin.visitor, ['documents:read']);
      const opened = [...(await openStreams(place.api, 3)), ...(await openStreams(other, 3))];
      const statuses = opened.map(({ status }) => status);
      const shown = await findUse(place.api, 'streams');
      await Promise.all(opened.map(({ close }) => close()));
      return {
        call: '3 + 3 × GET /api/events of two people, QUOTA_STREAMS=5, then GET /api/quotas',
        answer: `${statuses.join(', ')}; shown ${JSON.stringify(shown)}`,
        holds:
          statuses.filter((status) => status === 200).length === 5 &&
          statuses.at(-1) === 429 &&
          shown?.used === 5 &&
          shown.limit === 5,
      };
    },
  },
  {
    name: '2 open requests are capped by person and by organisation, shown with their use',
    async ask(world) {
      const place = await world.createPlace();
      const people = [
        await world.createKey((await world.addPerson(place, 'admin')).visitor, ['search']),
        await world.createKey((await world.addPerson(place, 'admin')).visitor, ['search']),
      ];
      const leaving = new AbortController();
      const openBy = (api: Api, count: number) => {
        for (let number = 0; number < count; number += 1) holdBody(world, api, leaving.signal);
      };
      const use = () => findUse(place.api, 'open_requests');
      const untilUsed = async (count: number) => {
        let shown = await use();
        for (let time = 0; time < 40 && (shown?.used ?? 0) < count; time += 1) {
          await delay(250);
          shown = await use();
        }
        return shown;
      };
      const [first, second] = people as [Api, Api];
      openBy(first, openRequests);
      // One place is left to who looks at the use.
      openBy(second, openRequestsOfAll - openRequests - 1);
      const shown = await untilUsed(openRequestsOfAll);
      const ofPerson = await first.request('GET', '/api/me');
      const ofOther = await second.request('GET', '/api/me');
      holdBody(world, second, leaving.signal);
      let ofAll = await second.request('GET', '/api/me');
      for (let time = 0; time < 40 && ofAll.status === 200; time += 1) {
        holdBody(world, second, leaving.signal);
        await delay(250);
        ofAll = await second.request('GET', '/api/me');
      }
      leaving.abort();
      const isOf = ({ status, body }: Answer, limit: number) =>
        status === 429 &&
        body.error.details.quota === 'open_requests' &&
        body.error.details.limit === limit;
      return {
        call: `POST /api/search without an end, ${openRequests} by one person and the rest of ${openRequestsOfAll} by another one, then GET /api/me`,
        answer: `${tell(ofPerson)}; another one ${ofOther.status}; shown ${JSON.stringify(shown)}; then ${tell(ofAll)}`,
        holds:
          isOf(ofPerson, openRequests) &&
          ofOther.status === 200 &&
          shown?.used === openRequestsOfAll &&
          isOf(ofAll, openRequestsOfAll),
      };
    },
  },
  {
    name: '6 requests of an organisation are capped, shown with their use',
    async ask(world) {
      const place = await world.createPlace();
      let sent = 0;
      let refused: Answer | undefined;
      const ask = async () => {
        while (!refused && sent < 4 * requestsPerMinute) {
          sent += 1;
          const answer = await place.api.request('GET', '/api/me');
          if (answer.status !== 200) refused ??= answer;
        }
      };
      await Promise.all(Array.from({ length: 20 }, ask));
      const wait = Number(refused?.headers.get('retry-after'));
      await delay(1_000 * wait);
      const shown = await findUse(place.api, 'requests');
      return {
        call: `${sent} × GET /api/me, QUOTA_REQUESTS_PER_MINUTE=${requestsPerMinute}, then GET /api/quotas`,
        answer: `${refused ? tell(refused) : 'none refused'}, Retry-After ${wait}; shown ${JSON.stringify(shown)}`,
        holds:
          refused?.status === 429 &&
          refused.body.error.details.quota === 'requests' &&
          wait > 0 &&
          shown?.limit === requestsPerMinute &&
          shown.used > 0,
      };
    },
  },
];

async function findUse(
  api: Api,
  quota: string,
): Promise<{ readonly used: number; readonly limit: number } | undefined> {
  const { body } = await api.request('GET', '/api/quotas');
  return body.quotas?.find((one: { quota: string }) => one.quota === quota);
}

async function openStreams({ url, apiKey }: { url: string; apiKey: string }, count: number) {
  const opened = [];
  for (let number = 0; number < count; number += 1) {
    const leaving = new AbortController();
    const { status, body } = await fetch(`${url}/api/events`, {
      headers: { authorization: `Bearer ${apiKey}` },
      signal: leaving.signal,
    });
    opened.push({
      status,
      close: async () => {
        await body?.cancel().catch(() => undefined);
        leaving.abort();
      },
    });
  }
  return opened;
}

/** A search that never ends, of which a blank comes every second. */
function holdBody({ suite }: DoorsWorld, { apiKey }: Api, signal: AbortSignal): void {
  const head = [
    'POST /api/search HTTP/1.1',
    `host: 127.0.0.1:${suite.port}`,
    `authorization: Bearer ${apiKey}`,
    'content-type: application/json',
    'content-length: 1000',
  ];
  const socket = connect(suite.port, '127.0.0.1', () => {
    socket.write(`${head.join('\r\n')}\r\n\r\n{`);
  });
  const drip = setInterval(() => socket.write(' '), 1_000);
  socket.on('error', () => undefined);
  socket.on('close', () => clearInterval(drip));
  signal.addEventListener('abort', () => socket.destroy(), { once: true });
}
