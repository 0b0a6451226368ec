import { type BaseCheckpointSaver, END, START, StateGraph } from '@langchain/langgraph';
import type { ResearchFrame } from '@lectern/contracts';
import type { LanguageModel } from '@lectern/models';
import { withSpan } from '@lectern/service';
import { type Runtime, readRuntime } from '../graphs/graph-context.ts';
import { ctgovSearch } from './nodes/ctgov-search.ts';
import { requireFrame } from './nodes/lookup.ts';
import { pubmedGet } from './nodes/pubmed-get.ts';
import { pubmedSearch } from './nodes/pubmed-search.ts';
import { ragSearch } from './nodes/rag-search.ts';
import { routeQuestion } from './nodes/route-question.ts';
import { completeFrame, defaultBudgetMs } from './query/complete-frame.ts';
import type { ReadFrame } from './query/read-with-model.ts';
import { warnOfUnsearched } from './query/warn-of-unsearched.ts';
import {
  emitNode,
  type ResearchContext,
  type ResearchNodeRuntime,
  readBudget,
} from './research-context.ts';
import {
  ResearchState,
  type ResearchStateUpdate,
  type ResearchStateValue,
} from './research-state.ts';
import { buildTables } from './synthesis/build-tables.ts';

/** Functions that the graph is created with. */
export interface ResearchGraphParts {
  /** Reads a question, the same way each time where that is asked for; the signal is aborted with the run. */
  readonly parseFrame: (
    query: string,
    options: {
      readonly isRepeatable: boolean;
      readonly signal: AbortSignal;
      /** Milliseconds left of the run's budget. */
      readonly leftMs: number;
      readonly model: LanguageModel | undefined;
    },
  ) => Promise<ReadFrame>;
  /** Writes and checks the answer from what was looked up. */
  readonly synthesise: (
    state: ResearchStateValue,
    runtime: ResearchNodeRuntime,
  ) => Promise<ResearchStateUpdate>;
}

type Node = (
  state: ResearchStateValue,
  runtime: ResearchNodeRuntime,
) => Promise<ResearchStateUpdate>;

/**
 * `parse_frame → router → publications (pubmed_search → pubmed_get) | ctgov_search | rag_search →
 * synthesizer`. The way of publications is a graph of its own, so that its second step does not
 * wait for the other branches.
 */
export function createResearchGraph(
  { parseFrame, synthesise }: ResearchGraphParts,
  checkpointer: BaseCheckpointSaver | undefined,
) {
  const readQuestion: Node = async ({ query, config, frame: given }, { context, signal }) => {
    const isRepeatable = config.fetch_policy === 'cache_only';
    const { leftMs } = readBudget(context, defaultBudgetMs);
    const parsed = given
      ? { frame: given, warnings: [] }
      : await parseFrame(query, { isRepeatable, signal, leftMs, model: context.model });
    const frame = completeFrame(parsed.frame, config);
    return { frame, warnings: [...parsed.warnings, ...warnOfUnsearched(frame, query)] };
  };
  const router: Node = async (state) => ({ routing_decision: routeQuestion(requireFrame(state)) });

  const publications = new StateGraph(ResearchState)
    .addNode('pubmed_search', toNode(withPartial(pubmedSearch)))
    .addNode('pubmed_get', toNode(withPartial(pubmedGet)))
    .addEdge(START, 'pubmed_search')
    .addConditionalEdges(
      'pubmed_search',
      ({ pubmed_results: found }) => (found && found.pmids.length > 0 ? 'pubmed_get' : END),
      ['pubmed_get', END],
    )
    .addEdge('pubmed_get', END)
    .compile();

  return new StateGraph(ResearchState)
    .addNode('parse_frame', toNode(withEvents('parse_frame', readQuestion)))
    .addNode('router', toNode(withEvents('router', router)))
    .addNode('publications', publications)
    .addNode('ctgov_search', toNode(withPartial(ctgovSearch)))
    .addNode('rag_search', toNode(withPartial(ragSearch)))
    .addNode('synthesizer', toNode(withEvents('synthesizer', synthesise)), { defer: true })
    .addEdge(START, 'parse_frame')
    .addEdge('parse_frame', 'router')
    .addConditionalEdges('router', (state) => listOpenBranches(state), [
      'publications',
      'ctgov_search',
      'rag_search',
      'synthesizer',
    ])
    .addEdge('publications', 'synthesizer')
    .addEdge('ctgov_search', 'synthesizer')
    .addEdge('rag_search', 'synthesizer')
    .addEdge('synthesizer', END)
    .compile({ ...(checkpointer && { checkpointer }) });
}

export type ResearchGraph = ReturnType<typeof createResearchGraph>;

/** Branches that have not brought all they could; a resumed run goes through these alone. */
function listOpenBranches({ routing_decision, completed, pubmed_results }: ResearchStateValue) {
  const isOpen = {
    publications:
      !completed.includes('pubmed_search') ||
      (!completed.includes('pubmed_get') && (pubmed_results?.pmids.length ?? 0) > 0),
    ctgov_search: !completed.includes('ctgov_search'),
    rag_search: !completed.includes('rag_search'),
  };
  const open = (routing_decision?.branches ?? []).filter((branch) => isOpen[branch]);
  return open.length > 0 ? open : ['synthesizer' as const];
}

function toNode(node: Node) {
  return (state: ResearchStateValue, runtime: Runtime) =>
    node(state, readRuntime<ResearchContext>(runtime));
}

/** Emits the results so far after a lookup, including those of other branches. */
function withPartial(node: Node): Node {
  return async (state, runtime) => {
    const update = await node(state, runtime);
    const { emit, progress } = runtime.context;
    progress.add(update);
    if (update.pubmed_results || update.ctgov_results || update.rag_results) {
      emit({ type: 'partial', tables: buildTables(progress.state) });
    }
    return update;
  };
}

/** Creates a node without lookups, with events, timing and a span. */
function withEvents(name: string, node: Node): Node {
  return (state, runtime) =>
    withSpan(`research ${name}`, {}, async (span) => {
      const started = performance.now();
      emitNode(runtime.context, { node: name, status: 'started' });
      const update = await node(state, runtime);
      const latency = Math.round(performance.now() - started);
      const frame = update.frame as ResearchFrame | undefined;
      emitNode(runtime.context, {
        node: name,
        status: 'done',
        latency_ms: latency,
        ...(frame && { frame }),
      });
      span.setAttributes({ cache_hit: false, rows: 0, latency_ms: latency });
      const done = { ...update, node_path: [name], latencies: { [name]: latency } };
      runtime.context.progress.add(done);
      return done;
    });
}
