import { Annotation, BinaryOperatorAggregate } from '@langchain/langgraph';
import type {
  ClinicalTrialsSearchOutput,
  CollectionFilter,
  FetchPolicy,
  MissingPart,
  Publication,
  ResearchCitation,
  ResearchFrame,
  ResearchFrameChanges,
  ResearchIntent,
  ResearchResponse,
  ResearchTables,
  ResearchToolCall,
  SearchDocumentsOutput,
  SpellingCorrection,
  Warning,
} from '@lectern/contracts';
import type { LookupNode } from './node-registry.ts';

/** Results of PubMed: the ids first, then their records. */
export interface PubmedResults {
  readonly pmids: readonly string[];
  /** PubMed's count of hits; null without a search. */
  readonly total: number | null;
  readonly publications: readonly Publication[];
  readonly not_found: readonly string[];
  /** Words that found nothing as the question writes them. */
  readonly corrections?: readonly SpellingCorrection[];
  /** No record has all words of the question; these have most of them. */
  readonly relaxed?: boolean;
}

export interface CtgovResults {
  readonly trials: ClinicalTrialsSearchOutput['trials'];
  readonly total: number | null;
  readonly not_found: readonly string[];
  /** The studies are linked with publications that the question names, not found by a search. */
  readonly are_reported?: boolean;
  /** Publications that the records of the studies name, where publications are asked for too. */
  readonly linked?: readonly Publication[];
  /** Words that found nothing as the question writes them. */
  readonly corrections?: readonly SpellingCorrection[];
  /** No record has all words of the question; these have most of them. */
  readonly relaxed?: boolean;
}

export interface RoutingDecision {
  readonly intent: ResearchIntent;
  /** Branches that run in parallel. */
  readonly branches: readonly ('publications' | 'ctgov_search' | 'rag_search')[];
  readonly reason: string;
}

export interface ResearchConfig {
  readonly collection_filter: CollectionFilter | null;
  /** Set by the caller; overrides the frame that was read. */
  readonly fetch_policy: FetchPolicy | null;
  readonly time_budget_ms: number | null;
  readonly frame_changes: ResearchFrameChanges | null;
}

/** Code of a lookup that had nothing to ask for, which no second try would change. */
export const nothingAsked = 'nothing_asked';

export interface NodeFailure {
  /** The node whose service failed, where another node asked it. */
  readonly of?: LookupNode;
  readonly code: string;
  readonly message: string;
  /** ISO time. */
  readonly at?: string;
  /** Requests to the service, repeated ones included. */
  readonly tries?: number;
}

/** A branch returns its whole state, which includes latencies of other branches. */
const keepLongest = (
  before: Readonly<Record<string, number>>,
  added: Readonly<Record<string, number>>,
) => ({
  ...before,
  ...Object.fromEntries(
    Object.entries(added).map(([node, ms]) => [node, Math.max(ms, before[node] ?? 0)]),
  ),
});

/** A branch returns its whole state to the graph above, so lists are joined by identity. */
const joined = <Item>(keyOf: (item: Item) => string) =>
  Annotation<readonly Item[]>({
    reducer: (before, added) => [
      ...new Map([...before, ...added].map((item) => [keyOf(item), item])).values(),
    ],
    default: () => [],
  });

const merged = <Value>() =>
  Annotation<Readonly<Record<string, Value>>>({
    reducer: (before, added) => ({ ...before, ...added }),
    default: () => ({}),
  });

const latest = <Value>(initial: Value) =>
  Annotation<Value>({ reducer: (_, added) => added, default: () => initial });

/** The publication branch does not see the results of other branches. */
const brought = <Value>() =>
  Annotation<Value | null>({ reducer: (before, added) => added ?? before, default: () => null });

/** State of a research run, stored in checkpoints under the run's id. */
export const ResearchState = Annotation.Root({
  query: Annotation<string>,
  config: Annotation<ResearchConfig>,
  frame: latest<ResearchFrame | null>(null),
  routing_decision: latest<RoutingDecision | null>(null),
  pubmed_results: brought<PubmedResults>(),
  ctgov_results: brought<CtgovResults>(),
  rag_results: brought<SearchDocumentsOutput['results']>(),
  tool_calls_made: joined<ResearchToolCall & { readonly id: string }>(({ id }) => id),
  cache_hits: merged<boolean>(),
  latencies: Annotation<Readonly<Record<string, number>>>({
    reducer: keepLongest,
    default: () => ({}),
  }),
  /** By node; counts while the node is not among the completed. */
  errors: merged<NodeFailure | null>(),
  node_path: joined<string>((node) => node),
  /** Lookups that brought all they could. */
  completed: joined<LookupNode>((node) => node),
  warnings: joined<Warning>(({ code, message }) => `${code} ${message}`),
  answer: latest(''),
  abstained: latest(false),
  citations: latest<readonly ResearchCitation[]>([]),
  tables: latest<ResearchTables>({
    publications: [],
    trials: [],
    documents: [],
    disagreements: [],
  }),
  missing: latest<readonly MissingPart[]>([]),
  statements: latest<ResearchResponse['statements']>([]),
  removed: latest<readonly { readonly text: string; readonly reason: string }[]>([]),
  orchestrator_checkpoint_id: Annotation<string>,
  /** The question and the answer in the form of a conversation. */
  messages: joined<{ readonly role: 'user' | 'assistant'; readonly content: string }>(
    ({ role, content }) => `${role} ${content}`,
  ),
});
export type ResearchStateValue = typeof ResearchState.State;
export type ResearchStateUpdate = typeof ResearchState.Update;

/** The state of a run that begins. */
export function startState(
  input: Pick<ResearchStateValue, 'query' | 'config' | 'frame' | 'orchestrator_checkpoint_id'>,
): ResearchStateValue {
  const empty = Object.entries(ResearchState.spec).flatMap(([name, channel]) =>
    channel instanceof BinaryOperatorAggregate ? [[name, channel.initialValueFactory?.()]] : [],
  );
  return { ...(Object.fromEntries(empty) as ResearchStateValue), ...input };
}

/** A state with what a node brought, joined as the graph joins it. */
export function joinState(
  state: ResearchStateValue,
  update: ResearchStateUpdate,
): ResearchStateValue {
  const joined = Object.entries(update).map(([name, added]) => {
    const key = name as keyof ResearchStateValue;
    const channel = ResearchState.spec[key];
    return channel instanceof BinaryOperatorAggregate
      ? [name, channel.operator(state[key], added)]
      : [name, added];
  });
  return { ...state, ...(Object.fromEntries(joined) as Partial<ResearchStateValue>) };
}

/**
 * Returns the open failures by the node whose service failed: a resumed run may have found what was
 * missing. A failure of PubMed in another node is left out while PubMed's own nodes have one.
 */
export function listFailures({
  errors,
  completed,
}: Pick<ResearchStateValue, 'errors' | 'completed'>): readonly (readonly [string, NodeFailure])[] {
  const done = new Set<string>(completed);
  const open = Object.entries(errors).flatMap(([node, failure]) =>
    failure && !done.has(node) ? [[node, failure] as const] : [],
  );
  const isPubmedOpen = open.some(([node]) => node === 'pubmed_search' || node === 'pubmed_get');
  return open.flatMap(([node, failure]) => {
    if (failure.of === undefined) return [[node, failure] as const];
    return isPubmedOpen ? [] : [[failure.of, failure] as const];
  });
}
