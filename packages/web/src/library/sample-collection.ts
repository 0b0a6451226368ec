import { description, name } from 'virtual:sample-collection';
import { queryClient } from '../api/query-client.ts';
import { collectionsQuery, createCollection, putGrants } from './collections.ts';
import { nameFiles } from './named-file.ts';
import { addUploads } from './uploads.ts';

/**
 * Creates the sample collection, readable by everyone, starts the uploads and returns its id. A
 * partly filled collection is completed.
 */
export async function addSampleCollection(): Promise<string> {
  const { sampleDocuments } = await import('./sample-documents.ts');
  const known = await queryClient.fetchQuery(collectionsQuery);
  const found = known.find((one) => one.name === name && one.parent_id === null);
  const id = found?.id ?? (await createShared());
  addUploads(id, nameFiles(sampleDocuments));
  await queryClient.invalidateQueries({ queryKey: collectionsQuery.queryKey });
  return id;
}

async function createShared(): Promise<string> {
  const { id } = await createCollection({ name, description });
  const grants = (['member', 'viewer'] as const).map((role) => ({
    grantee: { type: 'role' as const, id: role },
    permission: 'read' as const,
  }));
  await putGrants(id, { inherit: true, grants });
  return id;
}
