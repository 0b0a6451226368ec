import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { Talk, type TalkState } from './talk.ts';

/** Conversations that this tab has open; the answer of each goes on when another page is shown. */
const openTalks = new Map<string, Talk>();
const maxOpen = 20;

function keepTalk(talk: Talk, id: string): void {
  openTalks.delete(id);
  openTalks.set(id, talk);
  for (const [oldId, old] of openTalks) {
    if (openTalks.size <= maxOpen) return;
    if (!old.isBusy) openTalks.delete(oldId);
  }
}

export function forgetTalk(id: string): void {
  openTalks.delete(id);
}

/** A conversation that has no name yet. `onNamed` gets the id when its first answer begins. */
export function useNewTalk(onNamed: (id: string) => void): Talk {
  const [talk] = useState(
    () =>
      new Talk(undefined, (made, id) => {
        keepTalk(made, id);
        onNamed(id);
      }),
  );
  return talk;
}

/** The conversation of this id, read again whenever the person comes back to it. */
export function useTalk(id: string): Talk {
  const talk = useMemo(() => {
    const known = openTalks.get(id) ?? new Talk(id, keepTalk);
    keepTalk(known, id);
    return known;
  }, [id]);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void talk.load();
    };
    look();
    document.addEventListener('visibilitychange', look);
    addEventListener('online', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      removeEventListener('online', look);
    };
  }, [talk]);
  return talk;
}

export function useTalkState(talk: Talk): TalkState {
  return useSyncExternalStore(talk.subscribe, talk.getState);
}
