import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { type Exchange, endpoints, insideEndpoints } from '@lectern/contracts';
import { repositoryFolder } from '@lectern/local';
import { readDrawnCalls } from './drawn-calls.ts';

/** The settings through which a process learns another one's address. */
const targets: Readonly<Record<string, string>> = {
  GATEWAY_URL: 'gateway',
  LLM_SERVICE_URL: 'llm',
  MCP_SERVICE_URL: 'mcp',
  RAG_SERVICE_URL: 'rag',
  PARSER_SOCKET: 'parser',
};
const services = ['gateway', 'llm', 'mcp', 'rag'] as const;
const exchanges: Readonly<Record<string, Pick<Exchange, 'service'>>> = {
  ...endpoints,
  ...insideEndpoints,
};

const read = (path: string) => readFileSync(join(repositoryFolder, path), 'utf8');

/** The calls that the code of a service can make, with the file of each. */
function findCalls(service: string): Map<string, string> {
  const calls = new Map<string, string>();
  const folder = `services/${service}/src`;
  for (const name of globSync('**/*.ts', { cwd: join(repositoryFolder, folder) })) {
    if (name.endsWith('.test.ts')) continue;
    const file = `${folder}/${name}`;
    for (const target of listTargets(read(file))) {
      // The worker of rag is a process of its own.
      const from = target === 'parser' ? 'worker' : service;
      if (target !== service && !isOfParser(target, name)) calls.set(`${from} -> ${target}`, file);
    }
  }
  return calls;
}

/** The parser names its own socket. */
function isOfParser(target: string, name: string): boolean {
  return target === 'parser' && name === 'parser.ts';
}

function* listTargets(code: string): Generator<string> {
  for (const [setting] of code.matchAll(/\b[A-Z_]+_(?:URL|SOCKET)\b/g)) {
    const target = targets[setting];
    if (target) yield target;
  }
  const named =
    /\b(?:callService|ask\w*)\(\s*(?:insideE|e)ndpoints\.(\w+)|\.(?:call|stream)\(\s*'(\w+)'/g;
  for (const [, one, other] of code.matchAll(named)) {
    const exchange = exchanges[one ?? other ?? ''];
    // The health of a service has the same route everywhere.
    if (exchange && one !== 'getHealth') yield exchange.service;
  }
}

it('ARCHITECTURE.md draws every call between processes, and no other', () => {
  const found = new Map(services.flatMap((service) => [...findCalls(service)]));
  const drawn = readDrawnCalls();
  const missing = [...found].filter(([call]) => !drawn.includes(call));
  expect(missing).toEqual([]);
  expect(drawn.filter((call) => !found.has(call))).toEqual([]);
});

it('a route between services is open to callers that are drawn', () => {
  const drawn = readDrawnCalls();
  const calls = Object.values(insideEndpoints).flatMap(({ callers, service }) =>
    callers === 'person' ? [] : callers.map((caller) => `${caller} -> ${service}`),
  );
  expect(calls.filter((call) => !drawn.includes(call))).toEqual([]);
});

it('the chart knows every call that is drawn, and no other', () => {
  const processes: Readonly<Record<string, { readonly calls: readonly string[] }>> = JSON.parse(
    read('deploy/helm/lectern/files/processes.json'),
  );
  const calls = Object.entries(processes).flatMap(([from, { calls }]) =>
    calls.map((target) => `${from} -> ${target}`),
  );
  expect(calls.toSorted()).toEqual(readDrawnCalls().toSorted());
});
