import type { Language } from '../calls/languages.ts';

/** A prompt that a person picks in an MCP client, with one text of their own put into it. */
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly argument: { readonly name: string; readonly description: string };
  /** What the model is told, by language. */
  readonly write: Readonly<Record<Language, (text: string) => string>>;
}
