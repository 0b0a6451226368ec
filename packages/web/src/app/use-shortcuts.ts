import { useEffect, useEffectEvent } from 'react';
import { keyFromEvent } from '../lib/key-from-event.ts';

/**
 * Handles Ctrl (or Cmd) with a letter, also while typing. A key with Shift is written
 * `shift+<letter>`.
 */
export function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.repeat || !(event.ctrlKey || event.metaKey)) return;
    const action = actions[`${event.shiftKey ? 'shift+' : ''}${keyFromEvent(event)}`];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => act(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
