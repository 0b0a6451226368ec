import type { ModelUsage } from '@lectern/models';
import type { Analyzer } from '@lectern/retrieval';
import type { KnowledgeSearch } from '../ports/knowledge-search.ts';
import type { ToolRegistry } from '../ports/tool-registry.ts';
import type { ToolRetrieval } from '../ports/tool-retrieval.ts';
import type { AgentSettings } from './agent-settings.ts';

/** What the nodes of the agent's graph work with. */
export interface AgentDependencies {
  readonly settings: AgentSettings;
  /** The suite's own documents. */
  readonly search: KnowledgeSearch;
  /** Outside servers. */
  readonly registry: ToolRegistry;
  readonly retrieval: ToolRetrieval;
  readonly analyzer: Analyzer;
  /** What prompt and answer may take together. */
  readonly contextTokens: number;
  readonly onUsage: (usage: ModelUsage) => void;
}
