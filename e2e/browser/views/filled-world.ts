import type { Browser } from 'playwright-core';
import { startTemporarySuite } from '../../suite/temporary-suite.ts';
import { createWorld, type World } from '../world.ts';
import { fillSuite, type ShownIds } from './fill-suite.ts';
import { startToolServer, toolServerSettings } from './tool-server.ts';

/** A suite in which every page has something to show. */
export interface FilledWorld extends World {
  readonly ids: ShownIds;
}

export async function openFilledWorld(
  browser: Browser,
): Promise<{ readonly suite: AsyncDisposable; readonly world: FilledWorld }> {
  await using started = new AsyncDisposableStack();
  const tools = started.use(await startToolServer());
  const suite = started.use(await startTemporarySuite({ settings: toolServerSettings }));
  const world = createWorld(suite, browser);
  const ids = await fillSuite(world.api, tools.url);
  return { suite: started.move(), world: { ...world, ids } };
}
