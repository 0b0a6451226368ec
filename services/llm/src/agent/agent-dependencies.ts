import type { Analyzer } from '@lectern/retrieval';
import type { AgentTools } from '../clients/agent-tools.ts';
import type { KnowledgeSearch } from '../clients/knowledge-search.ts';
import type { AgentSettings } from './agent-settings.ts';

/** Dependencies of the nodes of the agent's graph. */
export interface AgentDependencies {
  readonly settings: AgentSettings;
  /** The suite's own documents. */
  readonly search: KnowledgeSearch;
  readonly outside: AgentTools;
  readonly analyzer: Analyzer;
}
