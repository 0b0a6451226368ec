import type { Collection } from '@lectern/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { findAttached, listForgotten } from '../attachments/find-attached.ts';
import { readStored, writeStored } from '../base/stored.ts';
import { collectionsQuery } from '../library/collections.ts';
import type { Talk } from './talk.ts';
import { useTalkState } from './talks.ts';

/** Of a conversation that was not begun yet, so that a reload does not lose its files. */
const newKey = 'lectern.attached.new';

/** Attaches files to a conversation, whose answers then come from them. */
export async function attachTo(talk: Talk, files: readonly File[]): Promise<void> {
  const { attachFiles } = await import('../attachments/attach-files.ts');
  const { attachedId, conversationId } = talk.getState();
  const id = await attachFiles(files, attachedId, conversationId);
  talk.update({ attachedId: id, collectionIds: [id] });
  if (!conversationId) writeStored(newKey, id);
}

/** The collection of a conversation's files, found again when it is opened; it sets the scope. */
export function useAttached(talk: Talk): string | undefined {
  const { conversationId, attachedId } = useTalkState(talk);
  const collections = useQuery(collectionsQuery).data;
  useEffect(() => {
    if (!collections) return;
    if (!conversationId) void deleteForgotten(collections);
    if (attachedId) {
      if (conversationId && readStored(newKey) === attachedId) writeStored(newKey, undefined);
      if (collections.some(({ id }) => id === attachedId)) return;
      // It was deleted in the library.
      talk.update({ attachedId: undefined, collectionIds: [] });
      return;
    }
    const storedId = readStored(newKey);
    const found = conversationId
      ? findAttached(collections, conversationId)
      : collections.find(({ id }) => id === storedId);
    if (found) talk.update({ attachedId: found.id, collectionIds: [found.id] });
  }, [talk, collections, conversationId, attachedId]);
  return attachedId;
}

/** What is not deleted now is tried again with the next new conversation. */
async function deleteForgotten(collections: readonly Collection[]): Promise<void> {
  const forgotten = listForgotten(collections);
  if (forgotten.length === 0) return;
  const { deleteAttached } = await import('../attachments/attach-files.ts');
  await deleteAttached(...forgotten.map(({ id }) => id)).catch(() => undefined);
}
