import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { ChatSession, type ChatSessionState } from './chat-session.ts';

/** Open conversations of this tab. Their answers continue while another page is shown. */
const openSessions = new Map<string, ChatSession>();
const maxOpen = 20;

function rememberSession(session: ChatSession, id: string): void {
  openSessions.delete(id);
  openSessions.set(id, session);
  for (const [oldId, old] of openSessions) {
    if (openSessions.size <= maxOpen) return;
    if (!old.isBusy) openSessions.delete(oldId);
  }
}

export function forgetChatSession(id: string): void {
  openSessions.delete(id);
}

/** Returns a new conversation. `onNamed` gets its id when its first answer begins. */
export function useNewChatSession(onNamed: (id: string) => void): ChatSession {
  const [session] = useState(
    () =>
      new ChatSession(undefined, (made, id) => {
        rememberSession(made, id);
        onNamed(id);
      }),
  );
  return session;
}

/** Returns a stored conversation and reloads it on every visit. */
export function useChatSession(id: string): ChatSession {
  const session = useMemo(() => {
    const known = openSessions.get(id) ?? new ChatSession(id, rememberSession);
    rememberSession(known, id);
    return known;
  }, [id]);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void session.load();
    };
    look();
    document.addEventListener('visibilitychange', look);
    addEventListener('online', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      removeEventListener('online', look);
    };
  }, [session]);
  return session;
}

export function useChatSessionState(session: ChatSession): ChatSessionState {
  return useSyncExternalStore(session.subscribe, session.getState);
}
