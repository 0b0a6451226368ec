import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { addClient } from '../../isolation/oauth.ts';
import type { Headers } from '../../isolation/sign-in.ts';
import { startTemporarySuite } from '../../suite/temporary-suite.ts';
import { createWorld, getSignIn, type World } from '../world.ts';
import { fillSuite, type ShownIds } from './fill-suite.ts';
import { startToolServer, toolServerSettings } from './tool-server.ts';

/** A suite in which every page has content. */
export interface FilledWorld extends World {
  readonly ids: ShownIds;
  readonly sourceFolder: string;
}

export async function openFilledWorld(
  browser: Browser,
): Promise<{ readonly suite: AsyncDisposable; readonly world: FilledWorld }> {
  await using started = new AsyncDisposableStack();
  const tools = started.use(await startToolServer());
  const sourceFolder = await mkdtemp(join(tmpdir(), 'lectern-sources-'));
  started.defer(() => rm(sourceFolder, { recursive: true, force: true }));
  const settings = { ...toolServerSettings, SOURCE_FOLDERS: sourceFolder };
  const suite = started.use(await startTemporarySuite({ settings }));
  const world = createWorld(suite, browser);
  const ids = await fillSuite(world.api, { toolServerUrl: tools.url, sourceFolder });
  const clientId = await addClient(suite.url, await openSession(world));
  return { suite: started.move(), world: { ...world, sourceFolder, ids: { ...ids, clientId } } };
}

/** Signs the owner in and returns the headers of a request from the page. */
async function openSession(world: World): Promise<Headers> {
  const { url } = world.suite;
  const response = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(getSignIn(world)),
  });
  const cookie = response.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
  return { cookie: cookie.join('; '), origin: url };
}
