import { useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';
import { readStored, writeStored } from '../lib/stored.ts';

/** Puts an unsent text back into the composer. */
export function restoreDraft(conversationId: string | undefined, text: string): void {
  writeStored(draftKey(conversationId), text);
  dispatchEvent(new CustomEvent('lectern-draft', { detail: text }));
}

function draftKey(conversationId: string | undefined): string {
  return `lectern.draft.${conversationId ?? 'new'}`;
}

/** Stores the unsent text of a conversation in this browser. */
export function useDraft(conversationId: string | undefined) {
  const key = draftKey(conversationId);
  const [draft, setDraft] = useState({ key, text: readStored(key) ?? '' });
  const text = draft.key === key ? draft.text : (readStored(key) ?? '');
  useWindowEvent('lectern-draft', ({ detail }: CustomEvent<string>) =>
    setDraft({ key, text: detail }),
  );
  const setText = (next: string) => {
    writeStored(key, next);
    setDraft({ key, text: next });
  };
  return [text, setText] as const;
}
