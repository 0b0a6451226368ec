import type { Browser } from 'playwright-core';
import { findBrowser, openBrowser } from './browser/open-browser.ts';
import { startSlowModel } from './browser/slow-model.ts';
import { administrationStories } from './browser/stories/administration-stories.ts';
import { appStories } from './browser/stories/app-stories.ts';
import { attachmentStories } from './browser/stories/attachment-stories.ts';
import { authStories } from './browser/stories/auth-stories.ts';
import { axeStories } from './browser/stories/axe-stories.ts';
import { bulkStories } from './browser/stories/bulk-stories.ts';
import { chatStories } from './browser/stories/chat-stories.ts';
import { contrastStories } from './browser/stories/contrast-stories.ts';
import { conversationStories } from './browser/stories/conversation-stories.ts';
import { deletionStories } from './browser/stories/deletion-stories.ts';
import { deskStories } from './browser/stories/desk-stories.ts';
import { evidenceCounts, evidenceStories } from './browser/stories/evidence-stories.ts';
import { folderStories } from './browser/stories/folder-stories.ts';
import { followingStories } from './browser/stories/following-stories.ts';
import { layoutStories } from './browser/stories/layout-stories.ts';
import { libraryStories } from './browser/stories/library-stories.ts';
import { movingStories } from './browser/stories/moving-stories.ts';
import { pageStories } from './browser/stories/page-stories.ts';
import { readerStories } from './browser/stories/reader-stories.ts';
import { sessionStories } from './browser/stories/session-stories.ts';
import { sourceStories } from './browser/stories/source-stories.ts';
import type { Story } from './browser/stories/story.ts';
import { streamingStories } from './browser/stories/streaming-stories.ts';
import { openFilledWorld } from './browser/views/filled-world.ts';
import { createWorld, type World } from './browser/world.ts';
import { hasDocuments } from './suite/data-folder.ts';
import { Report } from './suite/report.ts';
import { startTemporarySuite } from './suite/temporary-suite.ts';

const wanted = process.argv.slice(2);

/**
 * Runs the browser stories: `npm run e2e -- browser [part of a name]…`. Stories mostly wait for the
 * page, so four groups run at once, each with a suite and a browser (thus a clipboard) of its own.
 */
async function main(report: Report): Promise<void> {
  const others = [...chatStories, ...attachmentStories, ...deskStories];
  const own = hasDocuments
    ? [...authStories, ...libraryStories, ...evidenceStories, ...pageStories, ...others]
    : [...authStories, ...others];
  const views = [
    ...axeStories,
    ...appStories,
    ...layoutStories,
    ...readerStories,
    ...contrastStories,
  ];
  const changes = [
    ...followingStories,
    ...deletionStories,
    ...folderStories,
    ...movingStories,
    ...bulkStories,
  ];
  const people = [
    ...administrationStories,
    ...conversationStories,
    ...sessionStories,
    ...sourceStories,
  ];
  await Promise.all([
    runStories(own, report, async (browser) => {
      const suite = await startTemporarySuite();
      return { suite, world: createWorld(suite, browser) };
    }),
    runStories(views, report, openFilledWorld),
    runStories(changes, report, openFilledWorld),
    runStories(streamingStories, report, openSlowWorld).then(() =>
      runStories(people, report, openFilledWorld),
    ),
  ]);
  const { citations, drawn, unmarked, wrong } = evidenceCounts;
  report.print(`citations ${citations}: marked ${drawn}, not marked ${unmarked}, wrong ${wrong}`);
}

/** Opens a suite whose model writes slowly about one document. */
async function openSlowWorld(browser: Browser) {
  const model = await startSlowModel();
  const suite = await startTemporarySuite({
    settings: { MODEL_PROVIDER: 'openai', MODEL_BASE_URL: `${model.url}/v1`, MODEL_NAME: 'slow' },
  });
  const world = createWorld(suite, browser);
  const { id } = await world.api.call('createCollection', { body: { name: 'Lamps' } });
  const text = 'The lamp lights the desk. The lamp does its work at night and rests by day.';
  const { documents } = await world.api.call('addDocuments', {
    params: { id },
    body: { documents: [{ external_id: 'lamp', title: 'The lamp', text }] },
  });
  await world.api.waitUntilFinal(documents[0]?.id ?? '');
  return { suite, world: { ...world, model } };
}

async function runStories<Seen extends World>(
  stories: readonly Story<Seen>[],
  report: Report,
  open: (browser: Browser) => Promise<{ readonly suite: AsyncDisposable; readonly world: Seen }>,
): Promise<void> {
  const chosen = stories.filter(
    ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
  );
  if (chosen.length === 0) return;
  await using browser = await openBrowser();
  const { suite, world } = await open(browser);
  await using _suite = suite;
  for (const story of chosen) {
    await report.try(story.name, () => story.run(world));
    await Promise.all(browser.contexts().map((context) => context.close()));
  }
  report.check('no page threw an error or broke its policy', world.complaints);
}

if (!findBrowser()) {
  console.log('skipped: there is no Chromium on this machine');
} else {
  const report = new Report();
  await main(report).catch((error: unknown) => {
    report.check('the browser suite as a whole', [(error as Error).stack ?? String(error)]);
  });
  if (process.env.LECTERN_REPORT) report.write(process.env.LECTERN_REPORT);
  console.log(`${report.count('passed')} passed, ${report.count('failed')} failed`);
  // An open handle of a story must not keep the run alive.
  process.exit(report.hasFailures ? 1 : 0);
}
