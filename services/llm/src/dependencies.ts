import { AppError, type Assistant, type Prompt, type QuotaUse } from '@lectern/contracts';
import { createTracedModel, type LanguageModel } from '@lectern/models';
import { providers } from '@lectern/models/providers';
import {
  createMetrics,
  createTokenSigner,
  createTokenVerifier,
  type Logger,
  type Metrics,
  type OnClose,
  openPool,
  openRevocations,
  type ProcessScope,
  probeDatabase,
  type ResolveHost,
  type TokenVerifier,
  version,
} from '@lectern/service';
import { openStepModels } from './agent/agent-config.ts';
import { ConversationBin } from './bin/conversation-bin.ts';
import { Budgets, observeBudgets } from './budgets/budgets.ts';
import { createTurnMetrics } from './chat/turn-metrics.ts';
import type { TurnRunner, TurnTimes } from './chat/turn-runner.ts';
import { type AgentTools, createAgentTools } from './clients/agent-tools.ts';
import {
  createFindReadableCollections,
  createReadableDocuments,
  type FindReadableCollections,
  type ReadableDocuments,
} from './clients/readable-documents.ts';
import { createRunTokens, type RunTokens } from './clients/run-tokens.ts';
import type { Config } from './config.ts';
import { Conversations } from './conversations/conversations.ts';
import { Feedback } from './conversations/feedback.ts';
import { SharedConversations } from './conversations/shared-conversations.ts';
import { createDatabase } from './database/tables.ts';
import type { ModelPorts } from './models/discover-models.ts';
import type { ModelChooser } from './models/model-chooser.ts';
import type { ModelRoutesDependencies } from './models/model-routes.ts';
import { openAnswering } from './open-answering.ts';
import { openModels } from './open-models.ts';
import { openRunner } from './open-runner.ts';
import type { AnswerModes } from './ports/answer-mode.ts';
import type { StoredToolCall } from './ports/stored-tool-call.ts';
import { SharedItems } from './prompts/shared-items.ts';
import { createQuotas, type QuotaLimits } from './quotas/row-quotas.ts';
import type { ResearchRoutesDependencies } from './research/research-routes.ts';
import { StoredTexts } from './retention/stored-texts.ts';
import { TextRetention } from './retention/text-retention.ts';
import { openLangsmithRunTracing, type RunTracing } from './tracing/langsmith-run-tracing.ts';
import { Turns } from './turns/turns.ts';
import { createCountedModel } from './usage/count-model-calls.ts';
import { ModelUsage } from './usage/model-usage.ts';
import type { UsageRoutesDependencies } from './usage/usage-routes.ts';
import { createFindWithheld, type FindWithheld } from './withheld-quotes/find-withheld.ts';

/** Without a gateway no tokens are issued, so turns of a lost process fail. */
const noRunTokens: RunTokens = {
  mint: async () => {
    throw new AppError('service_unavailable', 'The turn was interrupted.');
  },
};

export interface Dependencies {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly verifier: TokenVerifier;
  /** The environment's model, for calls of no person. */
  readonly model: LanguageModel;
  readonly conversations: Conversations;
  readonly shared: SharedConversations;
  readonly prompts: SharedItems<Prompt>;
  readonly assistants: SharedItems<Assistant>;
  readonly findReadableCollections: FindReadableCollections;
  readonly bin: ConversationBin;
  readonly findWithheld: FindWithheld;
  readonly feedback: Feedback;
  readonly usage: UsageRoutesDependencies;
  readonly turns: Turns;
  readonly modes: AnswerModes;
  readonly outside: AgentTools;
  readonly tracing: RunTracing | undefined;
  readonly publicUrl: string;
  readonly runner: TurnRunner;
  readonly loadQuotas: (organisationId: string) => Promise<QuotaUse[]>;
  readonly research: ResearchRoutesDependencies;
  readonly retention: TextRetention;
  readonly models: ModelRoutesDependencies;
  /** Names of the models of the agent's steps. */
  readonly stepModels: Readonly<Record<string, string>>;
  readonly chooser: ModelChooser;
  readonly onToolCall: (call: StoredToolCall) => void;
  readonly isDatabaseUp: () => Promise<boolean>;
  /** Further host names that serve health and metrics. */
  readonly allowedHosts: readonly string[];
}

const defaultQuotas: QuotaLimits = {
  conversations: 100_000,
  researchRuns: 100_000,
  feedback: 100_000,
  modelConnections: 100,
};
/** Days after which unfinished turns and research runs lose their checkpoints. */
const checkpointDays = 30;

/** Replacements that tests use. */
export interface Replacements {
  readonly quotas?: Partial<QuotaLimits>;
  readonly model?: LanguageModel;
  /** Writes titles. Default: the model of the turn; none if `model` is replaced. */
  readonly titleModel?: LanguageModel;
  readonly outside?: AgentTools;
  readonly runTokens?: RunTokens;
  readonly readableDocuments?: ReadableDocuments;
  readonly findReadableCollections?: FindReadableCollections;
  readonly times?: Partial<TurnTimes>;
  /** Resolves the hosts of connected models. */
  readonly resolveHost?: ResolveHost;
  /** Ports at which model servers are looked for. */
  readonly modelPorts?: ModelPorts;
}

/** Opens all dependencies. Each registers its own close. */
export async function openDependencies(
  config: Config,
  scope: ProcessScope,
  replacements: Replacements = {},
): Promise<Dependencies> {
  const { logger, onClose } = scope;
  const metrics = createMetrics('llm');
  const turnMetrics = createTurnMetrics(metrics);
  const pool = openPool(
    {
      url: config.DATABASE_URL,
      size: config.DATABASE_POOL_SIZE,
      applicationName: 'lectern-llm',
      logger,
    },
    onClose,
  );
  const database = createDatabase(pool);
  const turns = new Turns(database);
  const conversations = new Conversations(database);
  const quotas = createQuotas({ ...defaultQuotas, ...replacements.quotas });
  const usage = new ModelUsage(database);
  const budgets = new Budgets(database);
  observeBudgets(metrics, budgets);
  const openModel = createModelOpener(config, replacements.model);
  const model = openModel();
  const { chooser, ...models } = await openModels(
    {
      config,
      database,
      quota: quotas.modelConnections,
      budgets,
      countCall: async (call) => {
        turnMetrics.countCall(call);
        await usage.count(call).catch((error: unknown) => {
          logger.error({ err: error }, 'a model call was not counted');
        });
      },
      environment: { model, ...openStepModels(config, openModel) },
      resolveHost: replacements.resolveHost,
      ports: replacements.modelPorts,
    },
    scope,
  );
  const tracing = openRunTracing(config, logger, onClose);
  const gateway = openGateway(config);
  const findWithheld = createFindWithheld(
    replacements.readableDocuments ?? createReadableDocuments(config.RAG_SERVICE_URL),
    logger,
  );
  const findReadableCollections =
    replacements.findReadableCollections ?? createFindReadableCollections(config.RAG_SERVICE_URL);
  const assistants = new SharedItems<Assistant>(database, {
    table: 'assistants',
    notFound: 'assistant_not_found',
    jsonFields: ['tools'],
  });
  const outside = replacements.outside ?? createAgentTools({ url: config.MCP_SERVICE_URL, logger });
  const { modes, research } = openAnswering({
    config,
    pool,
    database,
    model,
    chooser,
    outside,
    findWithheld,
    researchQuota: quotas.researchRuns,
    tracing,
    logger,
  });
  const revocations = await openRevocations(pool, logger, onClose);
  const gatewayTokens = gateway ? createRunTokens(gateway) : noRunTokens;
  const runner = await openRunner(
    {
      database,
      turns,
      modes,
      conversationQuota: quotas.conversations,
      assistants,
      findReadableCollections,
      chooseModels: (owner, modelId) => chooser.chooseAgain(owner, modelId),
      resolveModel: (owner, reference) => chooser.resolve(owner, reference),
      writesTitles: replacements.titleModel !== undefined || !replacements.model,
      titleModel: replacements.titleModel,
      runTokens: replacements.runTokens ?? gatewayTokens,
      revocations,
      metrics: turnMetrics,
      times: replacements.times,
    },
    scope,
  );
  const retention = new TextRetention({
    retention: new StoredTexts(database),
    forgetTurns: (turnIds) => runner.forget(turnIds),
    removeRuns: () => research.researcher.removeDeparted(),
    checkpointDays,
    metrics,
    logger,
  });
  retention.start(onClose);
  return {
    allowedHosts: config.ALLOWED_HOSTS,
    logger,
    metrics,
    verifier: createTokenVerifier(config.INTERNAL_JWKS, revocations),
    model: createCountedModel(model, {
      hasTokens: model.provider !== 'extractive',
      admit: async () => undefined,
      onCall: async (call) => turnMetrics.countCall(call),
    }),
    conversations,
    prompts: new SharedItems(database, { table: 'prompts', notFound: 'prompt_not_found' }),
    assistants,
    findReadableCollections,
    shared: new SharedConversations({ database, conversations, findWithheld }),
    bin: new ConversationBin(database, quotas.conversations),
    feedback: new Feedback(database, quotas.feedback),
    usage: {
      database,
      usage,
      budgets,
      findRole: (owner) => models.connections.findRole(owner),
    },
    turns,
    modes,
    outside,
    tracing,
    publicUrl: config.LECTERN_PUBLIC_URL,
    loadQuotas: async (organisationId) => [
      ...(await Promise.all(
        Object.values(quotas).map((quota) => quota.loadUse(database, organisationId)),
      )),
      ...(await budgets.listQuotas(organisationId)),
    ],
    findWithheld,
    research,
    runner,
    retention,
    models,
    stepModels: {
      routing_query_model: config.ROUTING_QUERY_MODEL ?? model.name,
      routing_response_model: config.ROUTING_RESPONSE_MODEL ?? model.name,
      mcp_orchestrator_model: config.MCP_ORCHESTRATOR_MODEL ?? model.name,
    },
    chooser,
    onToolCall: turnMetrics.observeToolCall,
    isDatabaseUp: () => probeDatabase(pool),
  };
}

/** Returns a function that opens a traced model by name; a replacement is used for every name. */
function createModelOpener(config: Config, replacement: LanguageModel | undefined) {
  return (name?: string): LanguageModel =>
    createTracedModel(
      replacement ??
        providers[config.MODEL_PROVIDER].open(
          { ...config, ...(name && { MODEL_NAME: name }) },
          { timeoutMs: config.MODEL_TIMEOUT_MS },
        ),
    );
}

function openGateway({ GATEWAY_URL: url, INTERNAL_SIGNING_KEY: key }: Config) {
  return url && key ? { url, signer: createTokenSigner('llm', key) } : undefined;
}

function openRunTracing(config: Config, logger: Logger, onClose: OnClose): RunTracing | undefined {
  if (!config.LANGSMITH_TRACING) return undefined;
  const options = {
    endpoint: config.LANGSMITH_ENDPOINT,
    apiKey: config.LANGSMITH_API_KEY ?? '',
    project: config.LANGSMITH_PROJECT,
    includeText: config.LANGSMITH_INCLUDE_TEXT,
    version,
    mcpName: 'lectern',
    logger,
  };
  return openLangsmithRunTracing(options, onClose);
}
