import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** Returns the component that a module exports by this name. The module is loaded when it is shown. */
export function lazyComponent<Name extends string, Props>(
  load: () => Promise<{ readonly [Key in Name]: ComponentType<Props> }>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await load())[name] }));
}
