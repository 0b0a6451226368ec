export { type FittedTools, fitTools } from './fit-tools.ts';
export { readTask, type Task, type TaskReader } from './read-task.ts';
export type { RoutedServer, RoutedTool } from './routed-server.ts';
export type {
  RoutingDecision,
  RoutingKind,
  ScoredServer,
  ScoredTool,
} from './routing-decision.ts';
export { createServerEntry, RoutingIndex, type ServerEntry, textsOf } from './routing-index.ts';
export { type FoundRoutes, orderTools, type SearchOptions, searchIndex } from './search-index.ts';
