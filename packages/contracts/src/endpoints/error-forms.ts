/** Whose form an error has: ours, or ours with what OpenAI's clients read besides. */
export type ErrorForm = 'lectern' | 'openai';

/** Where errors have another form than ours. */
export interface RoomErrors {
  /** The whole room lies below it, and what is asked there without being a route. */
  readonly path: `/${string}`;
  readonly form: ErrorForm;
}

/** Below it stands what OpenAI's clients call. */
export const openAiPath = '/v1';
