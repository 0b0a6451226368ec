import type { Language } from '../calls/languages.ts';

/** A prompt that a person selects in an MCP client, with one argument. */
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly argument: { readonly name: string; readonly description: string };
  /** Returns the text of the prompt, by language. */
  readonly write: Readonly<Record<Language, (text: string) => string>>;
}
