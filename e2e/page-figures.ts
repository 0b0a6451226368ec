import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { findBrowser, openBrowser } from './browser/open-browser.ts';
import { createWorld, openWindow, signIn, type World } from './browser/world.ts';
import { Report } from './suite/report.ts';
import { startTemporarySuite } from './suite/temporary-suite.ts';

const documentCount = Number(process.argv[2] ?? 10_000);
const messageCount = 200;
const batchSize = 500;
const scrollSteps = 30;
/** At the beginning of a list that earlier rows come to, until none came for so many frames. */
const quietFrames = 60;
const typed = 'In which room does the lamp of the north roof stand, and how many watts?';
/** Until all that a page fetches is there. */
const patience = { timeout: 120_000 };
const maxScriptBytes = 256_000;

const observe = `
  globalThis.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.longTasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
`;

/**
 * `npm run e2e -- page-figures [documents]`: first contentful paint, script, long tasks and memory of the
 * page, with that many documents (10,000) and a conversation of 200 messages below which is typed.
 */
async function main(report: Report): Promise<void> {
  await using browser = await openBrowser();
  await using suite = await startTemporarySuite();
  const world = createWorld(suite, browser);
  const conversationId = await fill(world, report);
  const { context, page } = await openWindow(world);
  await page.addInitScript(observe);
  await signIn(world, page);
  const start = await measure(page, '/', 'textarea');
  report.print(`start: ready after ${Math.round(start.readyMs)} ms, ${describe(start)}`);
  report.check('the start page fetches no more script than its bound', [
    ...(start.scriptBytes > maxScriptBytes ? [`it fetches ${start.scriptBytes} bytes`] : []),
  ]);
  for (const [name, path, ready, list] of [
    [`${documentCount} documents`, '/library', '[data-document]', '[role=table]'],
    [`${messageCount} messages`, `/chat/${conversationId}`, '[data-answer-tools]', '[role=log]'],
  ] as const) {
    const loaded = await measure(page, path, ready);
    report.print(
      `${name}, opened: ready after ${Math.round(loaded.readyMs)} ms, ${describe(loaded)}`,
    );
    await scroll(page, list);
    report.print(`${name}, scrolled: ${describe(await read(page))}`);
  }
  await page.getByRole('textbox').last().pressSequentially(typed);
  report.print(`${messageCount} messages, typed below: ${describe(await read(page))}`);
  await context.close();
  report.check('no page threw an error or broke its policy', world.complaints);
}

/** Documents of a sentence, and a conversation about them. */
async function fill({ api }: World, report: Report): Promise<string> {
  const id = await api.createCollection('Many');
  for (let first = 0; first < documentCount; first += batchSize) {
    const documents = Array.from(
      { length: Math.min(batchSize, documentCount - first) },
      (_, at) => ({
        external_id: `lamp-${first + at}`,
        title: `Lamp ${first + at}`,
        text: `Lamp ${first + at} stands in room ${(first + at) % 97} and burns ${(first + at) % 13} watts.`,
      }),
    );
    await api.call('addDocuments', { params: { id }, body: { documents } });
  }
  report.print(`${documentCount} documents are accepted`);
  for (const status of ['queued', 'parsing', 'indexing'] as const) {
    const query = { collection_id: id, status, limit: 1 };
    while ((await api.call('listDocuments', { query })).documents.length > 0) await delay(1_000);
  }
  report.print('they are ready');
  let conversation_id: string | undefined;
  for (let turn = 0; turn < messageCount / 2; turn += 1) {
    const answer = await api.call('chat', {
      body: {
        message: `In which room does lamp ${turn} stand?`,
        ...(conversation_id && { conversation_id }),
      },
    });
    conversation_id = answer.conversation_id;
  }
  report.print(`the conversation has ${messageCount} messages`);
  return conversation_id ?? '';
}

interface Figures {
  /** Until what the page is for was there, from the beginning of the load. */
  readonly readyMs: number;
  readonly paintMs: number;
  readonly scriptBytes: number;
  readonly longTasks: readonly number[];
  readonly heapBytes: number;
  readonly elements: number;
}

/** Loads a page anew, without what the browser kept of it, until it shows what it is for. */
async function measure(page: Page, path: string, ready: string): Promise<Figures> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.clearBrowserCache');
  await devTools.detach();
  await page.goto(path);
  await page.locator(ready).first().waitFor();
  const readyMs = Number(await page.evaluate('performance.now()'));
  await page.waitForLoadState('networkidle', patience);
  return { ...(await read(page)), readyMs };
}

async function read(page: Page): Promise<Omit<Figures, 'readyMs'>> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devTools.send('Runtime.getHeapUsage');
  await devTools.detach();
  const figures = await page.evaluate<Omit<Figures, 'heapBytes' | 'readyMs'>>(`({
    paintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    scriptBytes: performance.getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    longTasks: globalThis.longTasks.splice(0),
    elements: document.querySelectorAll('*').length,
  })`);
  return { ...figures, heapBytes: usedSize };
}

/** From one end of a list to the other one, a step a frame, and on while the list grows there. */
async function scroll(page: Page, list: string): Promise<void> {
  await page.evaluate(`(async () => {
    const frameDrawn = () =>
      new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const frame = document.querySelector(${JSON.stringify(list)});
    const end = frame.scrollHeight;
    const from = frame.scrollTop > 0 ? frame.scrollTop : 0;
    const to = from > 0 ? 0 : end;
    for (let step = 1; step <= ${scrollSteps}; step += 1) {
      frame.scrollTop = from + ((to - from) * step) / ${scrollSteps};
      await frameDrawn();
    }
    for (let quiet = 0, height = frame.scrollHeight; to === 0 && quiet < ${quietFrames}; quiet += 1) {
      frame.scrollTop = 0;
      await frameDrawn();
      if (frame.scrollHeight !== height) quiet = 0;
      height = frame.scrollHeight;
    }
  })()`);
  await page.waitForLoadState('networkidle', patience);
}

function describe(figures: Omit<Figures, 'readyMs'>): string {
  const { paintMs, scriptBytes, longTasks, heapBytes, elements } = figures;
  const total = longTasks.reduce((sum, duration) => sum + duration, 0);
  return [
    `first contentful paint ${Math.round(paintMs)} ms`,
    `script ${Math.round(scriptBytes / 1_000)} kB`,
    `long tasks ${longTasks.length} with ${Math.round(total)} ms, longest ${Math.round(Math.max(0, ...longTasks))} ms`,
    `heap ${(heapBytes / 1_000_000).toFixed(1)} MB`,
    `${elements} elements`,
  ].join(', ');
}

if (!findBrowser()) console.log('skipped: there is no Chromium on this machine');
else {
  const report = new Report();
  await main(report).catch((error: unknown) => {
    report.check('the figures as a whole', [(error as Error).stack ?? String(error)]);
  });
  process.exit(report.hasFailures ? 1 : 0);
}
