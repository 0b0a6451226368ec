import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SourceContext } from '../source-adapter.ts';
import { findPermitted } from './folder.ts';

/**
 * Finds the repository of a `file:` address; undefined for one outside the permitted folders, and
 * for one of which a part leads out of them.
 */
export async function findRepository(
  url: string,
  { folders }: SourceContext,
): Promise<string | undefined> {
  const address = new URL(url);
  // A slash or a null in a name cannot be part of a path.
  if (address.host !== '' || /%(2f|00)/i.test(address.pathname)) return undefined;
  const path = await findPermitted(fileURLToPath(address), folders);
  if (path === undefined) return undefined;
  const inner = join(path, '.git');
  const repository = (await kindOfFile(inner)) === 'none' ? path : inner;
  // A repository may name others, and its files may be links: both lead out of the folder.
  const kinds = await Promise.all(
    ['', 'objects', 'refs', 'objects/pack', 'objects/info/alternates', 'commondir'].map((name) =>
      kindOfFile(join(repository, name)),
    ),
  );
  if (kinds.join() !== 'folder,folder,folder,folder,none,none') return undefined;
  for (const name of ['HEAD', 'config', 'packed-refs']) {
    if (!['file', 'none'].includes(await kindOfFile(join(repository, name)))) return undefined;
  }
  const hasLinks = await Promise.all(
    ['objects', 'refs'].map((name) => holdsLinks(join(repository, name))),
  );
  return hasLinks.includes(true) ? undefined : repository;
}

async function holdsLinks(folder: string): Promise<boolean> {
  try {
    for await (const entry of await opendir(folder, { recursive: true })) {
      if (!entry.isFile() && !entry.isDirectory()) return true;
    }
    return false;
  } catch {
    return true;
  }
}

async function kindOfFile(path: string): Promise<'folder' | 'file' | 'none' | 'other'> {
  return lstat(path).then(
    (facts) => (facts.isDirectory() ? 'folder' : facts.isFile() ? 'file' : 'other'),
    ({ code }) => (code === 'ENOENT' ? 'none' : 'other'),
  );
}
