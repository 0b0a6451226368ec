import type { Locator, Page } from 'playwright-core';
import type { FilledWorld } from './views/filled-world.ts';

/** Returns the link of a collection in the tree by the beginning of its name. */
export function treeRow(page: Page, name: string): Locator {
  const tree = page.getByRole('navigation', { name: 'Collections' });
  return tree.getByRole('link', { name: new RegExp(`^${name}`) });
}

/** Creates collections and returns their ids in the order of the names. */
export async function addCollections(
  { api }: FilledWorld,
  names: readonly string[],
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const name of names) ids.push((await api.call('createCollection', { body: { name } })).id);
  return ids;
}
