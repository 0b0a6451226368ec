import { withSpan } from '@lectern/service';
import type { Runtime } from './graph-context.ts';

type Node<State, Update> = (state: State, runtime: Runtime) => Promise<Update>;

/** Wraps a node so that each run is a span with its name. */
export function inSpan<State, Update>(
  name: string,
  node: Node<State, Update>,
): Node<State, Update> {
  return (state, runtime) => withSpan(`agent ${name}`, {}, () => node(state, runtime));
}
