/**
 * Gives a new suite a collection for all members, and the sample collection for all to read: `load-own-documents.ts HOME`. Goes on where an earlier run was ended.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Credentials } from './suite/credentials.ts';
import { SuiteClient } from './suite/suite-client.ts';
import { credentialsFileOf, repositoryFolder } from './suite/suite-processes.ts';

/** The page offers the same to organisations without documents. */
const sample = JSON.parse(
  readFileSync(join(repositoryFolder, 'docs/sample-collection.json'), 'utf8'),
) as { readonly name: string; readonly description: string; readonly patterns: string[] };

const [home = ''] = process.argv.slice(2);
const credentials = JSON.parse(readFileSync(credentialsFileOf(home), 'utf8')) as Credentials;
const client = new SuiteClient(credentials);

const paths = globSync(sample.patterns, { cwd: repositoryFolder }).sort();
const collectionId = await client.openCollection(sample.name, sample.description);
await client.shareCollection(collectionId, { member: 'read', viewer: 'read' });
await client.uploadFiles(
  collectionId,
  paths.map((path) => join(repositoryFolder, path)),
);
const sharedId = await client.openCollection(
  'Shared',
  'Everybody of the organisation reads here; members add documents.',
);
await client.shareCollection(sharedId, { member: 'write', viewer: 'read' });
console.log(`Loaded ${paths.length} documents about Lectern itself`);
