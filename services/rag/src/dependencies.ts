import { AppError } from '@lectern/contracts';
import type { LanguageModel } from '@lectern/models';
import { openCommonWords, openEmbedder } from '@lectern/retrieval';
import {
  createSealer,
  createTokenSigner,
  createTokenVerifier,
  FairQueue,
  type HttpAppOptions,
  listenToChannel,
  openRevocations,
  type ProcessScope,
  probeDatabase,
  runPeriodically,
  type TokenVerifier,
  version,
} from '@lectern/service';
import { createServiceLanguageModel } from './adapters/service-language-model.ts';
import type { ArticleDependencies } from './articles/retrieve-articles.ts';
import type { AnswerDependencies } from './chat/answer-question.ts';
import type { Config } from './config.ts';
import type { UploadLimits } from './documents/receive-files.ts';
import { EmbeddingModels, environmentEmbedderId } from './embedding-models/embedding-models.ts';
import { FollowingEmbedder } from './embedding-models/following-embedder.ts';
import { createOpenEmbedder, openChosenEmbedder } from './embedding-models/open-stored-embedder.ts';
import { createEmbedderState, type EmbedderStatus } from './embeddings/embedder-state.ts';
import { EvaluationRunner } from './evaluation/evaluation-runner.ts';
import { EventHub } from './events/event-hub.ts';
import { ActiveIndex } from './index-versions/active-index.ts';
import { describeIndexVersion } from './index-versions/index-version.ts';
import { observeWork } from './ingestion/observe-work.ts';
import { resealSecrets } from './models/reseal-secrets.ts';
import { eventsChannel } from './notifications/notify.ts';
import { type Knowledge, openKnowledge } from './open-knowledge.ts';
import { openIndex, openJobs } from './open-stores.ts';
import { type CountIngestJobs, openQueues } from './outbox/ingest-queues.ts';
import type { Quotas } from './quotas/quota-routes.ts';
import { createSlowWorkRecorder } from './quotas/slow-work.ts';
import { FollowingReranker } from './rerankers/following-reranker.ts';
import { createOpenReranker, openEnvironmentReranker } from './rerankers/open-reranker.ts';
import { Rerankers } from './rerankers/rerankers.ts';
import { createKnownWords } from './search/known-words.ts';
import { defaultSearchSettings, largeSearchLimits } from './search/search-settings.ts';
import type { SearchDependencies } from './search/search-state.ts';
import { createSignatureCache } from './search/signature-cache.ts';
import { observeStages } from './search/stage-clock.ts';
import type { SourceStores } from './sources/change-source.ts';
import { openSources } from './sources/open-sources.ts';

/** Maximum files of one upload request. */
const maxUploadFiles = 500;
/** Time until all processes use a reranker that was chosen at one of them. */
const followEveryMs = 2_000;
/** Passages that an answer of `/rag/chat` is searched for in. */
const answerPassages = 8;

/** Limits that no setting changes. */
const defaultLimits = {
  /** Maximum collections and evaluation sets of an organisation. */
  collections: 100_000,
  evaluationSets: 200,
  searchTimeoutMs: defaultSearchSettings.timeoutMs,
  /** Maximum tokens of the passages that a model reads for an answer. */
  answerTokens: 6_000,
  /** Maximum tokens of all articles of one answer together. */
  articleTokens: 8_000,
};
export type Limits = typeof defaultLimits;

/** Everything that the app needs. */
export interface Dependencies extends Knowledge {
  readonly service: Pick<HttpAppOptions, 'name' | 'version' | 'logger' | 'metrics' | 'insideHosts'>;
  readonly verifier: TokenVerifier;
  readonly search: SearchDependencies;
  readonly answers: AnswerDependencies;
  readonly articles: ArticleDependencies;
  readonly evaluations: EvaluationRunner;
  readonly sources: SourceStores;
  readonly hub: EventHub;
  readonly countIngestJobs: CountIngestJobs;
  readonly uploadLimits: UploadLimits;
  /** Quotas of each organisation. */
  readonly quotas: Quotas;
  readonly isDatabaseUp: () => Promise<boolean>;
  readonly isReady: () => Promise<boolean>;
  /** Returns the state of the embedding model. */
  readonly embeddingModels: EmbeddingModels;
  readonly rerankers: Rerankers;
  readonly examineEmbedder: () => Promise<EmbedderStatus>;
}

/** Builds every adapter; each registers its own close. */
export async function openDependencies(
  config: Config,
  { logger, onClose }: ProcessScope,
  replaced: Partial<Limits> = {},
): Promise<Dependencies> {
  const limits = { ...defaultLimits, ...replaced };
  const knowledge = await openKnowledge(config, 'rag', { logger, onClose });
  const { database, pool, metrics, analyzer } = knowledge;
  const documentQuotas = { documents: config.QUOTA_DOCUMENTS, bytes: config.QUOTA_BYTES };
  observeWork(metrics, database, documentQuotas);

  const environment = knowledge.embedder;
  const sealer = config.CREDENTIAL_KEYS && createSealer(config.CREDENTIAL_KEYS);
  if (sealer) await resealSecrets(database, sealer, logger);
  const open = createOpenEmbedder(config, sealer);
  const embedder = new FollowingEmbedder({ database, environment, open, logger });
  onClose(() => embedder.close());
  const configured = describeIndexVersion(environment, analyzer);
  const searchIndex = new ActiveIndex(database, configured, async (indexVersion) => {
    const index = await openIndex(config, indexVersion, 'read');
    await embedder.follow(indexVersion.embeddingModel);
    return index;
  });
  onClose(() => searchIndex.close());

  const jobs = openJobs(config, logger, onClose);

  const hub = new EventHub(database, logger);
  onClose(() => hub.close());
  await listenToChannel(
    {
      url: config.DATABASE_URL,
      channel: eventsChannel,
      applicationName: 'lectern-rag-events',
      logger,
      onMessage: (payload) => hub.receive(payload),
    },
    onClose,
  );

  const environmentReranker = await openEnvironmentReranker(config);
  const openStored = createOpenReranker(config, sealer);
  const reranker = new FollowingReranker({
    database,
    environment: environmentReranker,
    open: openStored,
    logger,
  });
  onClose(() => reranker.close());
  runPeriodically(
    {
      everyMs: followEveryMs,
      firstAfterMs: 0,
      work: () => reranker.follow(),
      logger,
      failure: 'the chosen reranker could not be looked up',
    },
    onClose,
  );

  const isDatabaseUp = () => probeDatabase(pool);
  const search: SearchDependencies = {
    database,
    embedder,
    analyzer,
    searchIndex,
    reranker,
    knownWords: createKnownWords(),
    signatureCache: createSignatureCache(),
    largeSearches: new FairQueue(largeSearchLimits),
    isCommonWord: await openCommonWords(),
    settings: {
      ...defaultSearchSettings,
      timeoutMs: limits.searchTimeoutMs,
      rerankTimeoutMs: config.RERANK_TIMEOUT_MS,
    },
    observeStage: observeStages(metrics),
    recordWork: createSlowWorkRecorder(database, logger),
    logger,
  };
  const evaluations = new EvaluationRunner({
    database,
    search,
    openEmbedder: async (id) => {
      if (id === environmentEmbedderId) return openEmbedder(config);
      const opened = await openChosenEmbedder(database, open, id);
      if (!opened) throw new AppError('model_not_found');
      return opened;
    },
    openReranker: async (id) => {
      const opened = await reranker.open(id);
      if (!opened) throw new AppError('model_not_found');
      return opened;
    },
    logger,
  });
  onClose(() => evaluations.close());
  const urlTemplate =
    config.DOCUMENT_URL_TEMPLATE ??
    (config.LECTERN_PUBLIC_URL && `${config.LECTERN_PUBLIC_URL}/documents/{id}`);
  return {
    ...knowledge,
    embedder,
    embeddingModels: new EmbeddingModels({ database, environment, open, sealer }),
    rerankers: new Rerankers({
      database,
      environment: environmentReranker,
      following: reranker,
      open: openStored,
      sealer,
    }),
    evaluations,
    sources: openSources(config, { database }, onClose),
    service: { name: 'rag', version, logger, metrics, insideHosts: config.ALLOWED_HOSTS },
    search,
    answers: {
      search,
      model: openLanguageModel(config),
      settings: {
        documents: config.RETRIEVE_TOP_K,
        passages: answerPassages,
        contextTokens: limits.answerTokens,
        urlTemplate,
      },
    },
    articles: {
      search,
      settings: {
        topK: config.RETRIEVE_TOP_K,
        tokenBudget: limits.articleTokens,
        urlTemplate,
      },
    },
    hub,
    countIngestJobs: openQueues(jobs).countIngestJobs,
    verifier: createTokenVerifier(
      config.INTERNAL_JWKS,
      await openRevocations(pool, logger, onClose),
    ),
    uploadLimits: { maxFileBytes: config.UPLOAD_MAX_BYTES, maxFiles: maxUploadFiles },
    quotas: {
      ...documentQuotas,
      collections: limits.collections,
      evaluationSets: limits.evaluationSets,
    },
    examineEmbedder: createEmbedderState(embedder),
    isDatabaseUp,
    isReady: isDatabaseUp,
  };
}

function openLanguageModel({
  LLM_SERVICE_URL: url,
  INTERNAL_SIGNING_KEY: key,
}: Config): LanguageModel | undefined {
  if (!url || !key) return undefined;
  return createServiceLanguageModel({ url, signer: createTokenSigner('rag', key) });
}
