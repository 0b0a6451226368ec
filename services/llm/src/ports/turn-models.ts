import type { AnswerModel, Warning } from '@lectern/contracts';
import type { LanguageModel } from '@lectern/models';

/** The models of one run: a connection with its fallbacks. */
export interface TurnModels {
  /** Chooses queries and writes answers. */
  readonly model: LanguageModel;
  /** Models of the agent's steps. */
  readonly routing_query_model: LanguageModel;
  readonly routing_response_model: LanguageModel;
  readonly mcp_orchestrator_model: LanguageModel;
  /** Maximum tokens of prompt and answer together. */
  readonly contextTokens: number;
  /** Returns the model that answered the latest call; undefined before the first. */
  findWriter(): AnswerModel | undefined;
  /** Returns warnings about models that were unavailable. */
  listWarnings(): readonly Warning[];
  /**
   * Checks the token budgets once for the whole run and reserves tokens. The first call of a model
   * does the same.
   * @throws AppError `quota_exceeded`, or the signal's reason.
   */
  admit(signal: AbortSignal): Promise<void>;
  /** Ends the reservation. */
  release(): Promise<void>;
}
