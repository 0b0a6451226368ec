import { readDrawnCalls } from '../drawn-calls.ts';
import type { KubernetesObject } from './cluster.ts';

interface Peer {
  readonly podSelector?: { readonly matchLabels?: Readonly<Record<string, string>> };
}
interface Rule {
  readonly from?: readonly Peer[];
  readonly to?: readonly Peer[];
}

const component = 'app.kubernetes.io/component';
const processes = ['gateway', 'llm', 'mcp', 'rag', 'worker'];
/** Calls within a pod, which no policy sees. */
const withinPod = ['worker -> parser'];

/** Compares the calls that network policies allow with those that ARCHITECTURE.md draws. */
export function findPolicyProblems(objects: readonly KubernetesObject[]): string[] {
  const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy');
  const problems: string[] = [];
  const denied = policies.some(
    ({ spec }) =>
      !(component in spec.podSelector.matchLabels) &&
      spec.policyTypes.length === 2 &&
      !spec.ingress &&
      !spec.egress,
  );
  if (!denied) problems.push('no policy denies everything by default');

  const outgoing = new Set<string>();
  const incoming = new Set<string>();
  for (const { spec } of policies) {
    const own = spec.podSelector.matchLabels[component];
    for (const target of listComponents(spec.egress, 'to')) outgoing.add(`${own} -> ${target}`);
    for (const caller of listComponents(spec.ingress, 'from')) incoming.add(`${caller} -> ${own}`);
  }
  const isCall = (call: string) => call.split(' -> ').every((name) => processes.includes(name));
  const drawn = readDrawnCalls().filter((call) => !withinPod.includes(call));
  for (const [name, allowed] of Object.entries({ outgoing, incoming })) {
    const calls = [...allowed].filter(isCall);
    for (const call of drawn.filter((one) => !calls.includes(one))) {
      problems.push(`${call} is drawn, but no ${name} rule allows it`);
    }
    for (const call of calls.filter((one) => !drawn.includes(one))) {
      problems.push(`${call} is allowed by an ${name} rule, but not drawn`);
    }
  }
  return problems;
}

function listComponents(rules: readonly Rule[] | undefined, side: 'from' | 'to'): string[] {
  return (rules ?? [])
    .flatMap((rule) => rule[side] ?? [])
    .flatMap(({ podSelector }) => podSelector?.matchLabels?.[component] ?? []);
}
