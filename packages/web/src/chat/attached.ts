import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readStored, writeStored } from '../lib/stored.ts';
import { collectionsQuery } from '../library/collections.ts';
import { findAttached, isForgotten } from '../library/find-attached.ts';
import { isWhole, type Scope, wholeScope } from '../library/scope.ts';
import type { ChatSession } from './chat-session.ts';
import { useChatSessionState } from './use-chat-session.ts';

/** Stores the attachments of a new conversation across a reload. The first question clears it. */
const newKey = 'lectern.attached.new';

const scopeOf = (id: string): Scope => ({ collectionIds: [id], documents: [] });

/** Attaches files to a conversation and sets its scope to them. */
export async function attachTo(session: ChatSession, files: readonly File[]): Promise<void> {
  const { attachFiles } = await import('../attachments/attach-files.ts');
  const { attachedId, conversationId } = session.getState();
  const id = await attachFiles(files, attachedId, conversationId);
  session.update({ attachedId: id, scope: scopeOf(id) });
}

/** Returns the collection with a conversation's attachments, which also sets the scope. */
export function useAttached(session: ChatSession): string | undefined {
  const { conversationId, attachedId, messages } = useChatSessionState(session);
  const isBegun = messages.length > 0;
  const collections = useQuery(collectionsQuery).data;
  useEffect(() => {
    if (attachedId && !conversationId) writeStored(newKey, isBegun ? undefined : attachedId);
  }, [conversationId, attachedId, isBegun]);
  useEffect(() => {
    if (!collections) return;
    if (attachedId) {
      if (collections.some(({ id }) => id === attachedId)) return;
      // The collection was deleted in the library.
      session.update({ attachedId: undefined, scope: wholeScope });
      return;
    }
    const storedId = readStored(newKey);
    const found = conversationId
      ? findAttached(collections, conversationId)
      : collections.find(({ id }) => id === storedId);
    if (!found) return;
    if (!conversationId && isForgotten(found)) {
      writeStored(newKey, undefined);
      void deleteForgotten(found.id);
      return;
    }
    // The last question may have had another scope.
    const isUntouched = isWhole(session.getState().scope);
    session.update({ attachedId: found.id, ...(isUntouched && { scope: scopeOf(found.id) }) });
  }, [session, collections, conversationId, attachedId]);
  return attachedId;
}

async function deleteForgotten(id: string): Promise<void> {
  const { deleteAttached } = await import('../attachments/attach-files.ts');
  await deleteAttached(id).catch(() => undefined);
}
