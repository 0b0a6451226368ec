import { withSpan } from '@lectern/service';
import type { Runtime } from './graph-context.ts';

type Node<State, Update> = (state: State, runtime: Runtime) => Promise<Update>;

/** A node whose runs are spans under its name. */
export function inSpan<State, Update>(
  name: string,
  node: Node<State, Update>,
): Node<State, Update> {
  return (state, runtime) => withSpan(`agent ${name}`, {}, () => node(state, runtime));
}
