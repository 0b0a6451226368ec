import { type LookupNode, nodeRegistry } from './node-registry.ts';
import type { NodeFailure, ResearchStateValue } from './research-state.ts';

const notEnded: NodeFailure = {
  code: 'time_budget',
  message: 'The time was up before it had answered.',
};

/** Failures of the lookups of a run's way that have not brought all they could. */
export function listOpenLookups({
  frame,
  completed,
  pubmed_results,
  errors,
}: Pick<ResearchStateValue, 'frame' | 'completed' | 'pubmed_results' | 'errors'>): Readonly<
  Record<string, NodeFailure>
> {
  const open = (frame?.node_path ?? []).filter(isLookup).filter((node) => {
    if (completed.includes(node)) return false;
    // Records wait for what finds them, and are not read where nothing was found.
    const isWaited = completed.includes('pubmed_search') && pubmed_results?.pmids.length !== 0;
    return node !== 'pubmed_get' || isWaited;
  });
  return Object.fromEntries(open.map((node) => [node, errors[node] ?? notEnded]));
}

function isLookup(node: string): node is LookupNode {
  return Object.hasOwn(nodeRegistry, node);
}
