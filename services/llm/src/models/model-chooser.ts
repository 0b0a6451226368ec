import {
  type AnswerModel,
  AppError,
  type ModelConnection,
  modelProblems,
  type Warning,
} from '@lectern/contracts';
import { createFallbackModel, type LanguageModel } from '@lectern/models';
import type { Logger } from '@lectern/service';
import type { Budgets } from '../budgets/budgets.ts';
import type { Owner } from '../ports/owner.ts';
import type { TurnModels } from '../ports/turn-models.ts';
import { createCountedModel } from '../usage/count-model-calls.ts';
import type { ModelCall } from '../usage/model-usage.ts';
import { builtInModelId, environmentModelId } from './environment-models.ts';
import type { ModelConnections, OpenedConnection } from './model-connections.ts';
import type { TestDependencies } from './test-model.ts';

const stepNames = [
  'model',
  'routing_query_model',
  'routing_response_model',
  'mcp_orchestrator_model',
] as const;
type StepName = (typeof stepNames)[number];
type StepModels = Readonly<Record<StepName, LanguageModel>>;

export interface ModelChooserOptions {
  readonly connections: ModelConnections;
  readonly openModel: TestDependencies['openModel'];
  /** Models of the environment, one for each step. */
  readonly environment: StepModels;
  readonly budgets: Budgets;
  readonly countCall: (call: ModelCall) => Promise<void>;
  readonly logger: Logger;
}

interface Candidate {
  readonly connection: ModelConnection;
  readonly models: StepModels;
}

/** Opened models that are remembered. They hold what their server refused before. */
const maxOpened = 500;

/** Chooses the model of a run: the requested connection or the default, with its fallbacks. */
export class ModelChooser {
  readonly #options: ModelChooserOptions;
  readonly #opened = new Map<string, LanguageModel>();
  readonly #builtIn: LanguageModel;
  /** Latest known health by connection. */
  readonly #health = new Map<string, string>();

  constructor(options: ModelChooserOptions) {
    this.#options = options;
    const builtIn = { provider: 'built_in', baseUrl: null, model: '', apiKey: null } as const;
    this.#builtIn = options.openModel(builtIn);
  }

  /**
   * Returns the id of a connection that the person may use.
   * @throws AppError `model_not_found`.
   */
  async resolve(owner: Owner, reference: string | undefined): Promise<string | undefined> {
    if (reference === undefined) return undefined;
    return requireModel(findModel(await this.#options.connections.listAll(owner), reference)).id;
  }

  /**
   * Checks the token budgets of a person before a run begins, unless the built-in model is the
   * requested connection or the default.
   * @throws AppError `quota_exceeded`.
   */
  async assertRoom(owner: Owner, id: string | undefined): Promise<void> {
    const { connections, budgets } = this.#options;
    const chosen =
      id ?? (await connections.listAll(owner)).find(({ is_default }) => is_default)?.id;
    if (chosen !== builtInModelId) await budgets.assertRoom(owner);
  }

  /**
   * Opens the models of a run.
   * @param reference Id or name of a connection. Default: the organisation's default.
   * @throws AppError `model_not_found`.
   */
  async choose(owner: Owner, reference?: string): Promise<TurnModels> {
    const all = await this.#options.connections.listAll(owner);
    const first =
      reference === undefined
        ? all.find(({ is_default }) => is_default)
        : findModel(all, reference);
    const connection = requireModel(first);
    const fallbacks = connection.fallback_ids.flatMap((id) => findModel(all, id) ?? []);
    const candidates = await Promise.all(
      [connection, ...fallbacks].map((one) => this.#open(owner, one)),
    );
    return this.#join(owner, candidates);
  }

  /** Returns the models of a run whose connection was removed since it began: the default. */
  async chooseAgain(owner: Owner, id: string | undefined): Promise<TurnModels> {
    try {
      return await this.choose(owner, id);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'model_not_found') throw error;
      return this.choose(owner);
    }
  }

  #join(owner: Owner, candidates: readonly Candidate[]): TurnModels {
    const contextTokens = Math.min(
      ...candidates.map(({ connection }) => connection.context_tokens),
    );
    const admission = this.#createAdmission(owner, contextTokens);
    let writer: AnswerModel | undefined;
    const warnings = new Map<string, Warning>();
    const joinStep = (name: StepName): LanguageModel => {
      const models = candidates.map(({ connection, models: { [name]: model } }) => {
        const hasTokens = connection.id !== builtInModelId;
        return createCountedModel(model, {
          hasTokens,
          admit: async (signal) => {
            if (hasTokens) await admission.admit(signal);
          },
          onCall: (call) =>
            this.#options.countCall({ owner, connection, model: model.name, ...call }),
        });
      });
      return createFallbackModel(models as [LanguageModel, ...LanguageModel[]], {
        onAnswered: (at) => {
          const candidate = candidates[at];
          if (!candidate) return;
          const { id, name: connectionName } = candidate.connection;
          writer = { id, name: connectionName, model: candidate.models[name].name };
          this.#saveHealth(candidate.connection, null);
        },
        onUnavailable: (at, problem) => {
          const candidate = candidates[at];
          if (!candidate) return;
          const { id, name: unavailable } = candidate.connection;
          const next = candidates[at + 1]?.connection.name;
          if (next !== undefined) {
            const message = `The model ${unavailable} was unavailable, so ${next} was asked.`;
            warnings.set(id, { code: 'model_fallback', message });
          }
          this.#saveHealth(candidate.connection, problem);
        },
      });
    };
    return {
      ...toSteps(joinStep),
      contextTokens,
      findWriter: () => writer,
      listWarnings: () => [...warnings.values()],
      admit: async (signal) => {
        if (candidates[0]?.connection.id !== builtInModelId) await admission.admit(signal);
      },
      release: admission.release,
    };
  }

  /** Checks the budgets only at the first call of a run, so that no answer is cut off. */
  #createAdmission(owner: Owner, tokens: number): Pick<TurnModels, 'admit' | 'release'> {
    const { budgets } = this.#options;
    let reserving: Promise<string | undefined> | undefined;
    return {
      admit: async (signal) => {
        reserving ??= budgets.reserve(owner, tokens, signal);
        try {
          await reserving;
        } catch (error) {
          reserving = undefined;
          throw error;
        }
      },
      release: async () => {
        const reservation = await reserving?.catch(() => undefined);
        if (reservation !== undefined) await budgets.release(reservation);
      },
    };
  }

  async #open(owner: Owner, connection: ModelConnection): Promise<Candidate> {
    const { connections, environment } = this.#options;
    const isFirst = connections.firstOfEnvironment === connection.id;
    if (isFirst) return { connection, models: environment };
    const model =
      connection.id === builtInModelId
        ? this.#builtIn
        : this.#openRow(await connections.open(owner, connection.id));
    return { connection, models: toSteps(() => model) };
  }

  #openRow(row: OpenedConnection): LanguageModel {
    const key = `${row.id} ${row.updated_at.toISOString()}`;
    const known = this.#opened.get(key);
    const { provider, base_url: baseUrl, model: name, apiKey } = row;
    const model = known ?? this.#options.openModel({ provider, baseUrl, model: name, apiKey });
    // The latest used one is the last.
    this.#opened.delete(key);
    this.#opened.set(key, model);
    const [oldest] = this.#opened.keys();
    if (this.#opened.size > maxOpened && oldest !== undefined) this.#opened.delete(oldest);
    return withCapabilities(model, row);
  }

  /** Stores a change of a connection's health in the background. */
  #saveHealth({ id, health }: ModelConnection, problem: keyof typeof modelProblems | null): void {
    if (id === builtInModelId || id === environmentModelId) return;
    const before = this.#health.get(id) ?? (health.state === 'healthy' ? '' : health.reason);
    if (before === (problem ?? '')) return;
    this.#health.set(id, problem ?? '');
    const message = problem && modelProblems[problem];
    this.#options.connections
      .saveOutcome(id, { reason: problem, message, capabilities: undefined })
      .catch((error: unknown) => {
        this.#options.logger.warn({ err: error }, 'the health of a model was not stored');
      });
  }
}

function findModel(
  all: readonly ModelConnection[],
  reference: string,
): ModelConnection | undefined {
  const name = reference.toLowerCase();
  return (
    all.find(({ id }) => id === name) ?? all.find((model) => model.name.toLowerCase() === name)
  );
}

function requireModel(model: ModelConnection | undefined): ModelConnection {
  if (model) return model;
  throw new AppError('model_not_found', undefined, { details: { field: 'model' } });
}

function toSteps(modelOf: (step: StepName) => LanguageModel): StepModels {
  return Object.fromEntries(stepNames.map((step) => [step, modelOf(step)])) as StepModels;
}

/** Limits a model to what its connection can do, and adds what the connection sets. */
function withCapabilities(
  model: LanguageModel,
  { capabilities, temperature, max_answer_tokens: maxAnswerTokens }: OpenedConnection,
): LanguageModel {
  return {
    ...model,
    honoursJsonSchema: capabilities.json_schema,
    toolChoices: [
      'none',
      ...(capabilities.tools ? (['auto'] as const) : []),
      ...(capabilities.forced_tool ? (['required'] as const) : []),
    ],
    generate: (request, signal) =>
      model.generate(
        {
          ...request,
          ...(temperature !== null && { temperature }),
          ...(maxAnswerTokens !== null && {
            maxTokens: Math.min(maxAnswerTokens, request.maxTokens ?? maxAnswerTokens),
          }),
        },
        signal,
      ),
  };
}
