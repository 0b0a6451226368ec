import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres';
import type { LanguageModel } from '@lectern/models';
import { createAnalyzer } from '@lectern/retrieval/analysis';
import { type Logger, type OrganisationQuota, version } from '@lectern/service';
import type { Pool } from 'pg';
import { readAgentSettings } from './agent/agent-config.ts';
import { createAgentMode } from './agent/agent-mode.ts';
import type { AgentTools } from './clients/agent-tools.ts';
import { createKnowledgeSearch } from './clients/knowledge-search.ts';
import { createToolCaller } from './clients/tool-caller.ts';
import type { Config } from './config.ts';
import type { LlmDatabase } from './database/tables.ts';
import { createKnowledgeMode } from './knowledge/knowledge-mode.ts';
import type { ModelChooser } from './models/model-chooser.ts';
import { withSmallTalk } from './modes/with-small-talk.ts';
import type { AnswerModes } from './ports/answer-mode.ts';
import type { Owner } from './ports/owner.ts';
import { createResearchMode } from './research/research-mode.ts';
import type { ResearchRoutesDependencies } from './research/research-routes.ts';
import { ResearchRuns } from './research/runs/research-runs.ts';
import { Researcher } from './research/runs/run-research.ts';
import type { RunTracing } from './tracing/langsmith-run-tracing.ts';
import type { FindWithheld } from './withheld-quotes/find-withheld.ts';

/** Time limit of a research run's tool call that sets none. */
const maxToolMs = 30_000;

export interface AnsweringOptions {
  readonly config: Config;
  readonly pool: Pool;
  readonly database: LlmDatabase;
  /** The environment's model. */
  readonly model: LanguageModel;
  readonly chooser: ModelChooser;
  readonly outside: AgentTools;
  readonly findWithheld: FindWithheld;
  readonly researchQuota: OrganisationQuota;
  readonly tracing: RunTracing | undefined;
  readonly logger: Logger;
}

export interface Answering {
  readonly modes: AnswerModes;
  readonly research: ResearchRoutesDependencies;
}

/** Opens research and all modes of conversations. */
export function openAnswering({
  config,
  pool,
  database,
  model,
  chooser,
  outside,
  findWithheld,
  researchQuota,
  tracing,
  logger,
}: AnsweringOptions): Answering {
  const shared = {
    analyzer: createAnalyzer(),
    checkpointer: new PostgresSaver(pool, undefined, { schema: 'llm' }),
    tracing,
    findWithheld,
  };
  const runs = new ResearchRuns(database, researchQuota);
  const callTool = createToolCaller({
    serviceUrl: config.MCP_SERVICE_URL,
    version,
    timeoutMs: maxToolMs,
  });
  const researcher = new Researcher({
    ...shared,
    ...(config.RESEARCH_REGISTRY && { registry: config.RESEARCH_REGISTRY }),
    model,
    runs,
    callTool,
    logger,
  });
  const search = createKnowledgeSearch({ serviceUrl: config.MCP_SERVICE_URL, version });
  const settings = readAgentSettings(config);
  const agent = createAgentMode({ ...shared, settings, search, outside });
  const modes: AnswerModes = {
    knowledge: withSmallTalk('knowledge', createKnowledgeMode({ ...shared, search }), tracing),
    agent: withSmallTalk('agent', agent, tracing),
    research: withSmallTalk('research', createResearchMode(researcher), tracing),
  };
  const chooseModels = (owner: Owner) => chooser.choose(owner);
  return { modes, research: { researcher, runs, callTool, findWithheld, chooseModels } };
}
