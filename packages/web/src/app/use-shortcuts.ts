import { useEffect, useEffectEvent } from 'react';
import { keyFromEvent } from '../lib/key-from-event.ts';

/** Ctrl (or Cmd) with a letter, with `shift+` before it where Shift is held too; also while typing. */
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
