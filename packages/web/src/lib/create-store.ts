import { useSyncExternalStore } from 'react';

/** A value that components follow and that any code may change. */
export interface Store<Value> {
  readonly read: () => Value;
  readonly set: (value: Value) => void;
  readonly useValue: () => Value;
}

export function createStore<Value>(first: Value): Store<Value> {
  let value = first;
  const listeners = new Set<() => void>();
  const read = () => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    read,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    useValue: () => useSyncExternalStore(subscribe, read),
  };
}
