/** Languages that prompts are written in. */
export const promptLanguages = ['en', 'ru'] as const;
export type PromptLanguage = (typeof promptLanguages)[number];

/** A prompt that a person picks in an MCP client, with one text of their own put into it. */
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly argument: { readonly name: string; readonly description: string };
  /** What the model is told, by language. */
  readonly write: Readonly<Record<PromptLanguage, (text: string) => string>>;
}
