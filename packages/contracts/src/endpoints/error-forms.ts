/** Form of an error: ours, or ours with the members that OpenAI's clients read. */
export type ErrorForm = 'lectern' | 'openai';

/** A different error form of an endpoint group. */
export interface GroupErrors {
  /** Base path of the group, including paths below it that are no routes. */
  readonly path: `/${string}`;
  readonly form: ErrorForm;
}

/** Base path of the API for OpenAI's clients. */
export const openAiPath = '/v1';
