import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@lectern/testing';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { apiKey } from '../../test/fake-gateway.ts';
import { McpGateway } from '../../test/mcp-gateway.ts';
import { Connection } from '../connection/connection.ts';
import { bridgeStdio } from './bridge-stdio.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

/** How an MCP client starts `lectern mcp`. */
const commandFor = ({ url }: McpGateway, key = apiKey) => ({
  command: process.execPath,
  args: [main, 'mcp'],
  env: { LECTERN_URL: url, LECTERN_API_KEY: key },
  stderr: 'pipe' as const,
});

const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  },
};
const callEcho = (id: number | string, text: string, name = 'echo') => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: { text } },
});

/** A bridge in this process, spoken to line by line. */
function openBridge({ url }: { readonly url: string }, key = apiKey) {
  const stdin = new PassThrough();
  const stdout = new PassThrough({ encoding: 'utf8' });
  const notes: string[] = [];
  const ended = bridgeStdio({
    connection: new Connection({ url, apiKey: key }),
    terminal: { note: (line) => notes.push(line) },
    stdio: { stdin, stdout },
  });
  const lines = readLines(stdout);
  return {
    notes,
    ended,
    say: (...messages: object[]) => {
      for (const message of messages) stdin.write(`${JSON.stringify(message)}\n`);
    },
    hangUp: () => stdin.end(),
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
    hear: async (): Promise<any> => JSON.parse((await lines.next()).value ?? 'null'),
  };
}

async function* readLines(stream: AsyncIterable<string>): AsyncGenerator<string, undefined> {
  let rest = '';
  for await (const piece of stream) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  return undefined;
}

describe('lectern mcp', () => {
  it('serves the v2 client over stdio on revision 2026-07-28', async () => {
    await using gateway = await McpGateway.start();
    const client = new Client(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode: 'auto' } },
    );
    await client.connect(new StdioClientTransport(commandFor(gateway)));
    expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['echo', 'wait']);
    const result = await client.callTool({ name: 'echo', arguments: { text: 'привет' } });
    expect(result.content).toEqual([{ type: 'text', text: 'привет' }]);
    await client.close();
    expect(gateway.revisions.at(-1)).toBe('2026-07-28');
  });

  it('serves the v1 client over stdio on revision 2025-11-25', async () => {
    await using gateway = await McpGateway.start();
    const client = new OldClient({ name: 'test', version: '1' });
    const transport = new OldTransport(commandFor(gateway));
    await client.connect(transport);
    const result = await client.callTool({ name: 'echo', arguments: { text: 'привет' } });
    expect(result.content).toEqual([{ type: 'text', text: 'привет' }]);
    await client.close();
    expect(gateway.revisions.at(-1)).toBe('2025-11-25');
  });

  it('answers what was asked before the client hung up, and ends', async () => {
    await using gateway = await McpGateway.start();
    const { say, hear, hangUp, ended, notes } = openBridge(gateway);
    say(initialize, callEcho('a', 'x'));
    hangUp();
    const answers = [await hear(), await hear()].toSorted((a) => (a.id === 0 ? -1 : 1));
    expect(answers).toMatchObject([
      { id: 0, result: { protocolVersion: '2025-11-25' } },
      { id: 'a', result: { content: [{ text: 'x' }] } },
    ]);
    await ended;
    expect(notes).toEqual([]);
  });

  it('waits for a suite that restarts', async () => {
    await using gateway = await McpGateway.start();
    const { say, hear, hangUp, ended, notes } = openBridge(gateway);
    say(initialize);
    await hear();
    await gateway.stop();
    say(callEcho(1, 'still there?'));
    await eventually(async () => notes.length > 0, { timeoutMs: 10_000 });
    await gateway.listen();
    expect(await hear()).toMatchObject({ id: 1, result: { content: [{ text: 'still there?' }] } });
    hangUp();
    await ended;
    expect(notes).toEqual([
      `lectern mcp: The suite at ${gateway.url} cannot be reached. Start it with "npm start".`,
      'lectern mcp: the suite is back',
    ]);
  });

  it('says that the key is wrong', async () => {
    await using gateway = await McpGateway.start();
    const { say, hear, hangUp, ended } = openBridge(gateway, 'revoked');
    say(initialize);
    expect(await hear()).toMatchObject({
      id: 0,
      error: {
        message: expect.stringContaining('Check LECTERN_API_KEY'),
        data: { code: 'unauthorized' },
      },
    });
    hangUp();
    await ended;
  });

  it('cancels at the suite what the client cancels, and answers it no more', async () => {
    await using gateway = await McpGateway.start();
    const { say, hear, hangUp, ended } = openBridge(gateway);
    say(callEcho(1, 'x', 'wait'));
    await gateway.waiting.promise;
    say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    await gateway.cancelled.promise;
    say(callEcho(2, 'next'));
    expect(await hear()).toMatchObject({ id: 2 });
    hangUp();
    await ended;
  });

  it('fails a call whose connection breaks off, and goes on', async () => {
    await using gateway = await McpGateway.start();
    const { say, hear, hangUp, ended } = openBridge(gateway);
    say(callEcho(1, 'x', 'wait'));
    await gateway.waiting.promise;
    await gateway.stop();
    expect(await hear()).toMatchObject({
      id: 1,
      error: { data: { code: 'service_unavailable' } },
    });
    await gateway.listen();
    say(callEcho(2, 'next'));
    expect(await hear()).toMatchObject({ id: 2, result: {} });
    hangUp();
    await ended;
  });

  it('writes a line of no message to nobody but the person', async () => {
    await using gateway = await McpGateway.start();
    const { say, hear, hangUp, ended, notes } = openBridge(gateway);
    say({ hello: 'world' }, callEcho(1, 'x'));
    expect(await hear()).toMatchObject({ id: 1, result: {} });
    hangUp();
    await ended;
    expect(notes).toHaveLength(1);
  });
});
