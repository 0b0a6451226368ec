import type { Owner } from './conversations.ts';
import type { ResultPart } from './tool-registry.ts';

/** Long answers of tools, kept for an hour for the person who called. */
export interface ToolResults {
  /** Gives the id to read it by. */
  keep(owner: Owner, text: string): Promise<string>;
  /** Undefined when it is gone or another person's. */
  read(
    owner: Owner,
    id: string,
    range: { readonly offset: number; readonly limit: number },
  ): Promise<ResultPart | undefined>;
  /** Removes what is older than an hour. */
  dropOld(): Promise<void>;
}
