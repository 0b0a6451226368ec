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
import { firstAnswerStories } from './browser/stories/first-answer-stories.ts';
import { folderStories } from './browser/stories/folder-stories.ts';
import { followingStories } from './browser/stories/following-stories.ts';
import { layoutStories } from './browser/stories/layout-stories.ts';
import { libraryStories } from './browser/stories/library-stories.ts';
import { modelStories } from './browser/stories/model-stories.ts';
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

const words = process.argv.slice(2).filter((argument) => argument !== '--groups');
const runsWholeGroups = process.argv.includes('--groups');

interface Group<Seen extends World = World> {
  readonly name: string;
  readonly stories: readonly Story<Seen>[];
  readonly open: (
    browser: Browser,
  ) => Promise<{ readonly suite: AsyncDisposable; readonly world: Seen }>;
}

/**
 * Runs the browser stories: `npm run e2e -- browser [--groups] [part of a name]…`. Stories mostly
 * wait for the page, so four rows of groups run at once, each group with a suite and a browser (thus
 * a clipboard) of its own. With `--groups` a group with a story of that name runs whole, because
 * stories may need what earlier ones made.
 */
async function main(report: Report): Promise<void> {
  const others = [...chatStories, ...attachmentStories, ...deskStories];
  const run = <Seen extends World>(group: Group<Seen>) => runGroup(group, report);
  await Promise.all([
    run({
      name: 'documents',
      stories: hasDocuments
        ? [...authStories, ...libraryStories, ...evidenceStories, ...pageStories, ...others]
        : [...authStories, ...others],
      open: async (browser) => {
        const suite = await startTemporarySuite();
        return { suite, world: createWorld(suite, browser) };
      },
    }),
    run({
      name: 'views',
      stories: [
        ...axeStories,
        ...appStories,
        ...layoutStories,
        ...readerStories,
        ...contrastStories,
      ],
      open: openFilledWorld,
    }).then(() =>
      run({ name: 'first answer', stories: firstAnswerStories, open: openWorldBesideOllama }),
    ),
    run({
      name: 'changes',
      stories: [
        ...followingStories,
        ...deletionStories,
        ...folderStories,
        ...movingStories,
        ...bulkStories,
      ],
      open: openFilledWorld,
    }),
    run({
      name: 'models',
      stories: [...streamingStories, ...modelStories],
      open: openSlowWorld,
    }).then(() =>
      run({
        name: 'people',
        stories: [
          ...administrationStories,
          ...conversationStories,
          ...sessionStories,
          ...sourceStories,
        ],
        open: openFilledWorld,
      }),
    ),
  ]);
  const { citations, drawn, unmarked, wrong } = evidenceCounts;
  report.print(`citations ${citations}: marked ${drawn}, not marked ${unmarked}, wrong ${wrong}`);
}

/** Opens a fresh suite that may find a model server at Ollama's usual port. */
async function openWorldBesideOllama(browser: Browser) {
  const model = await startSlowModel(11_434);
  const suite = await startTemporarySuite();
  return { suite, world: { ...createWorld(suite, browser), model } };
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

async function runGroup<Seen extends World>(
  { name, stories, open }: Group<Seen>,
  report: Report,
): Promise<void> {
  const complaintsCheck = `${name}: no page threw an error or broke its policy`;
  const isWanted = (check: string) =>
    words.length === 0 || words.some((part) => check.includes(part));
  const isWhole =
    runsWholeGroups && [complaintsCheck, ...stories.map(({ name }) => name)].some(isWanted);
  const chosen = stories.filter((story) => isWhole || isWanted(story.name));
  if (chosen.length === 0) return;
  let browser = await openBrowser();
  const { suite, world } = await open(browser);
  await using _suite = suite;
  for (const story of chosen) {
    if (!browser.isConnected()) {
      report.print(`${name}: the browser has ended, another one is opened`);
      browser = await openBrowser();
    }
    await report.try(story.name, () => story.run({ ...world, browser }));
    await Promise.all(browser.contexts().map((context) => context.close()));
  }
  await browser.close();
  report.check(complaintsCheck, world.complaints);
}

if (!findBrowser()) {
  console.log('skipped: there is no Chromium on this machine');
} else {
  const report = new Report();
  // A wait that a failed story leaves behind must not end the others.
  process.on('unhandledRejection', (error) => report.print(`left behind: ${error}`));
  await main(report).catch((error: unknown) => {
    report.check('the browser suite as a whole', [(error as Error).stack ?? String(error)]);
  });
  console.log(`${report.count('passed')} passed, ${report.count('failed')} failed`);
  // An open handle of a story must not keep the run alive.
  process.exit(report.hasFailures ? 1 : 0);
}
