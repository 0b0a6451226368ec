import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach } from '@jest/globals';
import { noDelays } from '@lectern/recorded-literature';
import { eventually } from '@lectern/testing';
import { openResearchSite, type ResearchSite } from './research-site.ts';

export const query = 'Trials of lumiravir in Marlow fever and the papers that report them';
export const relaxed = { time_budget_ms: 60_000 };

/**
 * A site for the tests of a file. It was asked once, so that no test has its first question, and
 * before each test its recorded services answer as they should.
 */
export async function setUpTestSite(): Promise<ResearchSite> {
  const site = await openResearchSite({ mcpSettings: { NCBI_API_KEY: 'test' } });
  afterAll(async () => {
    await site[Symbol.asyncDispose]();
  });
  beforeEach(() => mendServices(site));
  await site.ask({ query: 'Publications about fever', ...relaxed });
  return site;
}

function mendServices({ recorded }: ResearchSite): void {
  recorded.setFault('ncbi', undefined);
  recorded.setFault('clinicaltrials', undefined);
  recorded.setDelays(noDelays);
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
export async function readJson(response: Promise<Response>): Promise<any> {
  return (await response).json();
}

/** Another process of the site's model service. */
export async function startLlm(
  site: ResearchSite,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ readonly url: string; readonly process: ChildProcess }> {
  const entry = fileURLToPath(new URL('../../services/llm/src/main.ts', import.meta.url));
  const child = spawn(process.execPath, [entry], {
    env: { ...process.env, ...site.llmEnvironment, ...settings, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (data: Buffer) => {
    text += data;
  });
  try {
    const url = await eventually(() => /"url":"([^"]+)"/.exec(text)?.[1], { timeoutMs: 60_000 });
    return { url, process: child };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}
