import { existsSync, globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Suite } from './suite/start-suite.ts';
import { SuiteClient } from './suite/suite-client.ts';
import { repositoryFolder } from './suite/suite-processes.ts';

const documentPatterns = ['*.md', 'docs/**/*.md'];

/**
 * Gives a new suite something to ask about: the project's own documentation. Done once for a home;
 * a failure is reported and tried again at the next start.
 */
export async function loadOwnDocuments(
  suite: Pick<Suite, 'credentials' | 'home'>,
  report: (sentence: string) => void,
): Promise<void> {
  const marker = join(suite.home, 'documentation.json');
  if (existsSync(marker)) return;
  try {
    const paths = globSync(documentPatterns, { cwd: repositoryFolder });
    const client = new SuiteClient(suite.credentials);
    const collectionId = await client.createCollection(
      'Lectern documentation',
      'How Lectern works and is run, from its own repository.',
    );
    await client.uploadFiles(
      collectionId,
      paths.sort().map((path) => join(repositoryFolder, path)),
    );
    await writeFile(marker, `${JSON.stringify({ collection_id: collectionId })}\n`);
    report(`Loaded ${paths.length} documents about Lectern itself`);
  } catch (error) {
    report(`The documents about Lectern itself could not be loaded: ${(error as Error).message}`);
  }
}
