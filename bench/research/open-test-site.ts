import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { noDelays } from '@lectern/recorded-literature';
import { eventually } from '@lectern/testing';
import { openResearchSite, type ResearchSite } from './research-site.ts';

export const query = 'Trials of lumiravir in Marlow fever and the papers that report them';
export const relaxed = { time_budget_ms: 60_000 };

/** A site that was asked once, so that no test has its first question. */
export async function openTestSite(): Promise<ResearchSite> {
  const site = await openResearchSite({ mcpSettings: { NCBI_API_KEY: 'test' } });
  await site.ask({ query: 'Publications about fever', ...relaxed });
  return site;
}

/** Both recorded services answer again as they should. */
export function mendServices({ recorded }: ResearchSite): void {
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
