import { listenOnFreePort } from '@lectern/testing';
import type { AcceptanceCase } from '../define-cases.ts';
import { found } from '../define-cases.ts';
import { callTool, searchRegistry, tell } from './calls.ts';
import { readingTool, registerServer } from './registered-server.ts';
import type { AgentWorld } from './world.ts';

const tide = readingTool('read_tide', 'Tells the height of the tide at a harbour.');
const call = { server: 'harbour', name: 'read_tide' };

/** Not on the list of hosts that may be private. */
const privateAddresses = [
  'http://localhost:8080/mcp',
  'http://127.0.0.2:8080/mcp',
  'http://[::1]:8080/mcp',
  'http://[::ffff:127.0.0.1]:8080/mcp',
  'http://2130706434:8080/mcp',
  'http://169.254.169.254/mcp',
  'https://10.0.0.1/mcp',
  'https://192.168.1.1/mcp',
  'http://93.184.215.14/mcp',
];

/** Servers that fail, lie or lead astray. */
export const failingServers: readonly AcceptanceCase<AgentWorld>[] = [
  {
    name: 'private addresses are refused unless they are named, and plain http to all others',
    async ask({ owner }) {
      const answers: string[] = [];
      for (const url of privateAddresses) {
        const json = { name: 'inside', url };
        const { status, body } = await owner.request('POST', '/api/mcp-servers', { json });
        answers.push(`${status} ${body.error?.details?.field}`);
      }
      return found(
        `POST /api/mcp-servers {url} of ${privateAddresses.length} addresses`,
        answers.join(', '),
        answers.every((answer) => answer === '400 url'),
      );
    },
  },
  {
    name: 'a redirect to another address is not followed, in the catalogue and in a call',
    async ask({ owner }) {
      const reached: string[] = [];
      await using inside = await listenOnFreePort((request, response) => {
        reached.push(request.url ?? '');
        response.end();
      });
      const target = inside.url.replace('127.0.0.1', 'localhost');
      let redirects = false;
      await using server = await registerServer(owner, {
        name: 'harbour',
        tools: [tide],
        intercept(_request, response) {
          if (redirects) response.writeHead(307, { location: `${target}/mcp` }).end();
          return redirects;
        },
      });
      redirects = true;
      const called = tell(await callTool(owner, call));
      await owner.call('refreshMcpServers');
      const { health } = await server.read();
      return found(
        '307 to localhost in call_tool and POST /api/mcp-servers/refresh',
        { called, health: health.state, reached },
        called === 'server_unavailable' && reached.length === 0 && health.state !== 'healthy',
      );
    },
  },
  {
    name: 'after three failures a server is left alone, and its calls say until when',
    async ask({ owner }) {
      let isBroken = false;
      await using server = await registerServer(owner, {
        name: 'harbour',
        tools: [tide],
        intercept(_request, response) {
          if (isBroken) response.writeHead(500).end();
          return isBroken;
        },
      });
      isBroken = true;
      for (let failure = 0; failure < 3; failure += 1) await callTool(owner, call);
      const before = server.outside.seen.length;
      const outcome = await callTool(owner, call);
      const asked = server.outside.seen.length - before;
      const { health } = await server.read();
      const retryAfter = 'error' in outcome ? outcome.retry_after : undefined;
      isBroken = false;
      await server.change({ enabled: true });
      const mended = tell(await callTool(owner, call));
      return found(
        'call_tool four times of a server that answers 500; then a change by its owner',
        { code: tell(outcome), retryAfter, asked, health: health.state, mended },
        tell(outcome) === 'server_unavailable' &&
          (retryAfter ?? 0) > 0 &&
          asked === 0 &&
          health.state === 'unavailable' &&
          mended === 'read_tide',
      );
    },
  },
  ...(
    [
      ['2026-07-28', false],
      ['2025-11-25', true],
    ] as const
  ).map(
    ([revision, legacy]): AcceptanceCase<AgentWorld> => ({
      name: `a server's own deadline ends its call, and the server of ${revision} is told`,
      async ask({ owner }) {
        const aborted: boolean[] = [];
        await using server = await registerServer(owner, {
          name: 'harbour',
          tools: [tide],
          legacy,
          registration: { timeout_ms: 500 },
          answer: ({ signal }) => untilAborted(signal, aborted),
        });
        const started = performance.now();
        const code = tell(await callTool(owner, call));
        const ms = Math.round(performance.now() - started);
        await settle(aborted);
        return found(
          '{timeout_ms: 500}; call_tool of a tool that never ends',
          { code, ms, calls: server.outside.calls.length, told: aborted.length },
          code === 'timeout' && ms < 10_000 && aborted.length === 1,
        );
      },
    }),
  ),
  {
    name: 'an answer past the limit of bytes is refused, and the next call works',
    async ask({ owner }) {
      let size = 20 * 1024 * 1024;
      await using _server = await registerServer(owner, {
        name: 'harbour',
        tools: [tide],
        answer: () => 'x'.repeat(size),
      });
      const large = tell(await callTool(owner, call));
      size = 5;
      const small = tell(await callTool(owner, call));
      return found(
        'call_tool with an answer of 20 MB, then of 5 bytes',
        { large, small },
        large === 'result_too_large' && small === 'xxxxx',
      );
    },
  },
  {
    name: 'long descriptions are cut, and what nobody sees is left out of them',
    async ask({ owner }) {
      const hidden = `Reads.\u{e0041}\u200b\u202e ${'long '.repeat(1_000)}`;
      await using server = await registerServer(owner, {
        name: 'harbour',
        tools: [readingTool('read_tide', hidden)],
        instructions: hidden,
      });
      const [tool] = server.detail.tools;
      const description = tool?.description ?? '';
      return found(
        'a description of 5,000 characters with tags, zero-width and bidirectional marks',
        { length: description.length, begins: description.slice(0, 12) },
        description.length <= 1_024 && description.startsWith('Reads. long'),
      );
    },
  },
  {
    name: 'servers that hang, answer garbage and are gone delay no search and no call of another',
    async ask({ owner }) {
      await using _good = await registerServer(owner, { name: 'harbour', tools: [tide] });
      let behaviour = 'well';
      const bad = (name: string) =>
        registerServer(owner, {
          name,
          tools: [readingTool(`read_${name}`, `Reads ${name}.`)],
          intercept(_request, response) {
            if (behaviour === 'well') return false;
            if (name === 'garbage') response.end('<html>hello</html>');
            return true;
          },
        });
      await using _hung = await bad('hung');
      await using _garbage = await bad('garbage');
      const time = async () => {
        const started = performance.now();
        const { tools } = await searchRegistry(owner, 'How high is the tide at the harbour?');
        const text = tell(await callTool(owner, call));
        const isRight = tools[0] === 'harbour.read_tide' && text === 'read_tide';
        return { ms: Math.round(performance.now() - started), isRight };
      };
      await time();
      const well = await time();
      behaviour = 'bad';
      const reading = owner.call('refreshMcpServers');
      const ill = [await time(), await time(), await time()];
      const { status, servers } = await reading;
      const reasons = servers.filter(({ reason }) => reason).map(({ name }) => name);
      return found(
        'POST /api/mcp-servers/refresh with bad servers, and a search and a call meanwhile',
        { well: well.ms, ill: ill.map(({ ms }) => ms), status, failed: reasons },
        well.isRight &&
          ill.every(({ isRight, ms }) => isRight && ms < 3_000) &&
          status === 'partial' &&
          reasons.toSorted().join() === 'garbage,hung',
      );
    },
  },
];

/** A tool's answer that comes when its call is cancelled; that is noted. */
export function untilAborted(signal: AbortSignal, aborted: boolean[]): Promise<string> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      aborted.push(true);
      resolve('too late');
    });
  });
}

/** Waits a little for a call to be told that it was cancelled. */
export async function settle(aborted: readonly boolean[]): Promise<void> {
  const end = performance.now() + 10_000;
  while (aborted.length === 0 && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
