import { Annotation, END, Send, START, StateGraph } from '@langchain/langgraph';
import type { RouterBuild } from '@lectern/contracts';
import { withSpan } from '@lectern/service';
import type { ServerConnection } from '../connections/outside-servers.ts';
import { type RefreshDependencies, type Refreshed, refreshServer } from './refresh-server.ts';

export interface BuildRouterDependencies extends RefreshDependencies {
  /** Indexes a server and its tools for retrieval. */
  readonly indexServer: (server: ServerConnection, signal: AbortSignal) => Promise<void>;
}

const notIndexed = 'The server could not be indexed.';

/** Maximum servers that are read at the same time. */
const concurrency = 32;

const ServerState = Annotation.Root({
  server: Annotation<ServerConnection>,
  refreshed: Annotation<Refreshed>,
});

const RouterState = Annotation.Root({
  servers: Annotation<readonly ServerConnection[]>,
  outcomes: Annotation<readonly Refreshed[]>({
    reducer: (before, added) => [...before, ...added],
    default: () => [],
  }),
  status: Annotation<RouterBuild['status']>,
});

interface Runtime {
  readonly signal?: AbortSignal;
}

/**
 * Creates the graph of the index builder: it reads the catalogue of each server on its own, indexes
 * it as a document whose id is the server's name, and collects the outcomes. No server waits for
 * another one.
 */
export function createBuildRouter(dependencies: BuildRouterDependencies) {
  const signalOf = ({ signal }: Runtime) => signal ?? new AbortController().signal;

  const server = new StateGraph(ServerState)
    .addNode('fetch_descriptions', async (state: typeof ServerState.State, runtime: Runtime) => ({
      refreshed: await refreshServer(dependencies, state.server, signalOf(runtime)),
    }))
    .addNode('index_document', async (state: typeof ServerState.State, runtime: Runtime) => {
      const signal = signalOf(runtime);
      try {
        await dependencies.indexServer(state.server, signal);
        return {};
      } catch (error) {
        signal.throwIfAborted();
        const { id } = state.server;
        dependencies.logger.error({ err: error, server_id: id }, 'a server could not be indexed');
        return {
          refreshed: { ...state.refreshed, status: 'failure' as const, reason: notIndexed },
        };
      }
    })
    .addEdge(START, 'fetch_descriptions')
    .addConditionalEdges(
      'fetch_descriptions',
      ({ refreshed }) => (refreshed.status === 'success' ? 'index_document' : END),
      ['index_document', END],
    )
    .addEdge('index_document', END)
    .compile();

  const indexServer = async (state: typeof ServerState.State, runtime: Runtime) => {
    const { refreshed } = await server.invoke(state, { signal: signalOf(runtime) });
    return { outcomes: [refreshed] };
  };

  return new StateGraph(RouterState)
    .addNode('index_server', indexServer, { subgraphs: [server] })
    .addNode('report_status', ({ outcomes }: typeof RouterState.State) => ({
      status: statusOf(outcomes),
    }))
    .addConditionalEdges(
      START,
      ({ servers }) =>
        servers.length === 0
          ? 'report_status'
          : servers.map((one) => new Send('index_server', { server: one })),
      ['index_server', 'report_status'],
    )
    .addEdge('index_server', 'report_status')
    .addEdge('report_status', END)
    .compile();
}

export type BuildRouter = ReturnType<typeof createBuildRouter>;

/** Runs the index builder. */
export function buildRouter(
  graph: BuildRouter,
  servers: readonly ServerConnection[],
  signal: AbortSignal,
): Promise<RouterBuild> {
  const attributes = { 'lectern.servers': servers.length };
  return withSpan('build_router', { attributes }, async () => {
    const startedAt = performance.now();
    const { status, outcomes } = await graph.invoke(
      { servers },
      { signal, maxConcurrency: concurrency },
    );
    return {
      status,
      servers: outcomes.map((outcome) => ({
        name: outcome.name,
        status: outcome.status,
        tool_count: outcome.toolCount,
        reason: outcome.reason,
        duration_ms: outcome.durationMs,
      })),
      duration_ms: Math.round(performance.now() - startedAt),
    };
  });
}

function statusOf(outcomes: readonly Refreshed[]): RouterBuild['status'] {
  const failures = outcomes.filter(({ status }) => status === 'failure').length;
  if (failures === 0) return 'success';
  return failures === outcomes.length ? 'failure' : 'partial';
}
