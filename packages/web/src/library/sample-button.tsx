import { description, name } from 'virtual:sample-collection';
import type { Collection } from '@lectern/contracts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { BookPlus } from 'lucide-react';
import { queryClient, refreshQueries } from '../api/query-client.ts';
import { useMe } from '../api/session.ts';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';
import { collectionsQuery, createCollection, grantsQuery, putGrants } from './collections.ts';
import { nameFiles } from './named-file.ts';
import { addUploads } from './uploads.ts';

/** Offers the sample documents, until they are there, to a person who may create collections. */
export function SampleButton() {
  const texts = useTexts('chat');
  const navigate = useNavigate();
  const { scopes, role } = useMe();
  const { data: collections } = useQuery(collectionsQuery);
  const add = useAction(addSampleCollection, {
    onDone: (collectionId) =>
      void navigate({ to: '/library/$collectionId', params: { collectionId } }),
  });
  const isThere = collections?.some((one) => isSample(one) && one.document_count > 0) ?? true;
  if (isThere || role === 'viewer' || !scopes.includes('documents:write')) return null;
  return (
    <Button
      variant="default"
      leftSection={<BookPlus size={16} aria-hidden />}
      loading={add.isPending}
      onClick={() => add.mutate()}
    >
      {texts.sample}
    </Button>
  );
}

/**
 * Creates the sample collection, readable by everyone, starts the uploads and returns its id. An
 * empty collection is filled.
 */
async function addSampleCollection(): Promise<string> {
  const { sampleDocuments } = await import('./sample-documents.ts');
  const known = await queryClient.fetchQuery(collectionsQuery);
  const id = known.find(isSample)?.id ?? (await createShared());
  addUploads(id, nameFiles(sampleDocuments));
  await refreshQueries(collectionsQuery);
  return id;
}

function isSample(one: Pick<Collection, 'name' | 'parent_id'>): boolean {
  return one.name === name && one.parent_id === null;
}

async function createShared(): Promise<string> {
  const { id } = await createCollection({ name, description });
  const { inherit, grants: own } = await queryClient.fetchQuery(grantsQuery(id));
  const readers = (['member', 'viewer'] as const).map((role) => ({
    grantee: { type: 'role' as const, id: role },
    permission: 'read' as const,
  }));
  await putGrants(id, { inherit, grants: [...own, ...readers] });
  return id;
}
