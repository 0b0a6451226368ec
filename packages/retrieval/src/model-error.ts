import type { ModelProblem } from '@lectern/contracts';

export interface ModelErrorOptions extends ErrorOptions {
  /** `wrong_answer` unless given. */
  readonly problem?: ModelProblem;
}

/** A model cannot be used. The message contains neither a key nor a text of a document or query. */
export class ModelError extends Error {
  override readonly name: string = 'ModelError';
  readonly problem: ModelProblem;

  constructor(message: string, { problem = 'wrong_answer', ...options }: ModelErrorOptions = {}) {
    super(message, options);
    this.problem = problem;
  }
}
