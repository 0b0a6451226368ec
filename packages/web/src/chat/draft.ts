import { useEffect, useState } from 'react';
import { readStored, writeStored } from '../lib/stored.ts';

export function draftKey(conversationId: string | undefined): string {
  return `lectern.draft.${conversationId ?? 'new'}`;
}

/** Stores the unsent text of a conversation in this browser. */
export function useDraft(conversationId: string | undefined) {
  const key = draftKey(conversationId);
  const [draft, setDraft] = useState({ key, text: readStored(key) ?? '' });
  const text = draft.key === key ? draft.text : (readStored(key) ?? '');
  useEffect(() => {
    const restoreDraft = (event: Event) => {
      setDraft({ key, text: (event as CustomEvent<string>).detail });
    };
    addEventListener('lectern-draft', restoreDraft);
    return () => removeEventListener('lectern-draft', restoreDraft);
  }, [key]);
  const setText = (next: string) => {
    writeStored(key, next);
    setDraft({ key, text: next });
  };
  return [text, setText] as const;
}
