import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { type OutsideMcp, startOutsideMcp } from './outside-mcp.ts';

type Parts = Iterable<string> | AsyncIterable<string>;

interface HostileAnswer {
  /** Default: one JSON document. */
  readonly isStream?: boolean;
  readonly isCompressed?: boolean;
  /** Body of the answer to the request of this id. */
  readonly parts: (id: unknown) => Parts;
}

function* repeat(part: string, times: number): Iterable<string> {
  const block = part.repeat(Math.max(1, Math.floor(16_384 / part.length)));
  const blocks = Math.floor((times * part.length) / block.length);
  for (let sent = 0; sent < blocks; sent += 1) yield block;
  yield part.repeat(times - (blocks * block.length) / part.length);
}

async function* forever(part: string, pauseMs: number): AsyncIterable<string> {
  for (;;) {
    yield part;
    await delay(pauseMs, undefined, { ref: false });
  }
}

/** Yields a whole JSON-RPC answer around the inside of its result. */
function around(
  open: string,
  inside: Parts,
  close: string,
): (id: unknown) => AsyncIterable<string> {
  return async function* (id) {
    yield `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"resultType":"complete",${open}`;
    yield* inside;
    yield `${close}}}`;
  };
}

function lazily(parts: () => Parts): Parts {
  return {
    [Symbol.asyncIterator]: async function* () {
      yield* parts();
    },
  };
}

const text = (inside: () => Parts) =>
  around('"content":[{"type":"text","text":"', lazily(inside), '"}]');
const structured = (inside: () => Parts) =>
  around('"content":[],"structuredContent":{"rows":[', lazily(inside), '0]}');

async function* event(parts: AsyncIterable<string>): AsyncIterable<string> {
  yield 'data: ';
  yield* parts;
  yield '\n\n';
}

/** Answers of a tool by the name of the tool. */
export const hostileCalls: Readonly<Record<string, HostileAnswer>> = {
  depth: {
    parts: structured(function* () {
      yield* repeat('[', 7_500_000);
      yield* repeat(']', 7_500_000);
      yield ',';
    }),
  },
  count: { parts: structured(() => repeat('{},', 5_000_000)) },
  count_in_stream: {
    isStream: true,
    parts: (id) => event(structured(() => repeat('{},', 5_000_000))(id)),
  },
  depth_behind_a_mark: {
    isStream: true,
    async *parts(id) {
      yield '\u{feff}';
      yield* event(structured(() => repeat('[', 6_000_000))(id));
    },
  },
  parts: {
    parts: around(
      '"content":[',
      lazily(() => repeat('{"type":"text","text":"a"},', 300_000)),
      '{"type":"text","text":"a"}]',
    ),
  },
  length: { parts: text(() => repeat('long ', 8_000_000)) },
  wide_length: { parts: text(() => repeat('深', 3_900_000)) },
  json_in_text: { parts: text(() => repeat('[', 4_000_000)) },
  compressed: { isCompressed: true, parts: text(() => repeat('a', 200_000_000)) },
  tiny_parts: { parts: text(() => Array.from({ length: 400_000 }, () => 'a')) },
  events: { isStream: true, parts: () => repeat('data: {}\n\n', 2_000_000) },
  requests: {
    isStream: true,
    *parts() {
      for (let id = 0; id < 200_000; id += 1) {
        yield `data: {"jsonrpc":"2.0","id":"${id}","method":"ping"}\n\n`;
      }
    },
  },
  line_ends: { isStream: true, parts: () => repeat('\r', 20_000_000) },
  lines: { isStream: true, parts: () => repeat('data:\n', 4_000_000) },
  reconnections: { isStream: true, parts: () => ['id: 1\nretry: 0\ndata: \n\n'] },
  batch: {
    async *parts() {
      yield '[';
      yield* repeat('{"jsonrpc":"2.0","method":"notifications/message"},', 20_000);
      yield '{}]';
    },
  },
  slow: { parts: text(() => forever('a', 100)) },
  never: { isStream: true, parts: () => forever(': still here\n\n', 5) },
};

const tools = (inside: () => Parts) =>
  around(
    '"ttlMs":0,"cacheScope":"private","tools":[',
    lazily(inside),
    '{"name":"a","inputSchema":{"type":"object"}}]',
  );

/** Catalogues by the header `x-catalogue` of the server's registration. */
export const hostileCatalogues: Readonly<Record<string, HostileAnswer>> = {
  depth: {
    parts: tools(function* () {
      yield '{"name":"deep","inputSchema":{"type":"object","x":';
      yield* repeat('[', 2_000_000);
      yield* repeat(']', 2_000_000);
      yield '}},';
    }),
  },
  meta: {
    parts: around(
      '"tools":[],"_meta":{"x":[',
      lazily(() => repeat('{},', 3_000_000)),
      '0]}',
    ),
  },
  count: {
    parts: tools(() => repeat('{"name":"b","inputSchema":{"type":"object"}},', 200_000)),
  },
  length: { parts: tools(() => repeat(' ', 50_000_000)) },
  /** Within the limits, and never the same. */
  tools: {
    parts: tools(function* () {
      for (let place = 0; place < 1_500; place += 1) {
        const description = Array.from({ length: 120 }, () => randomUUID().slice(0, 7)).join(' ');
        yield `{"name":"tool-${place}","description":"${description}","inputSchema":{"type":"object"}},`;
      }
    }),
  },
  pages: {
    parts: (id) => {
      const cursor = `${id} `.padEnd(100_000, 'x');
      const open = `"ttlMs":0,"cacheScope":"private","tools":[],"nextCursor":"${cursor}"`;
      return around(open, [], '')(id);
    },
  },
  slow: { parts: tools(() => forever(' ', 100)) },
  never: { isStream: true, parts: () => forever(': still here\n\n', 5) },
};

/**
 * Starts an MCP server whose tools and catalogues answer without bounds. A registration without the
 * header `x-catalogue` sees one tool for each shape of an answer.
 */
export function startHostileMcp(): Promise<OutsideMcp> {
  return startOutsideMcp({
    name: 'hostile',
    tools: Object.keys(hostileCalls).map((name) => ({
      name,
      description: `Answers with ${name}.`,
      annotations: { readOnlyHint: true },
    })),
    async intercept(request, response) {
      const { 'mcp-method': method, 'mcp-name': tool, 'x-catalogue': catalogue } = request.headers;
      const answer =
        method === 'tools/call'
          ? hostileCalls[String(tool)]
          : method === 'tools/list' && hostileCatalogues[String(catalogue)];
      if (answer) await send(answer, request, response);
      return Boolean(answer);
    },
  });
}

async function send(
  { isStream, isCompressed, parts }: HostileAnswer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { id } = (await json(request)) as { id: unknown };
  response.writeHead(200, {
    'content-type': isStream ? 'text/event-stream' : 'application/json',
    ...(isCompressed && { 'content-encoding': 'gzip' }),
  });
  const content = Readable.from(parts(id));
  // The reader ends most answers early.
  await (isCompressed
    ? pipeline(content, createGzip(), response)
    : pipeline(content, response)
  ).catch(() => undefined);
}
