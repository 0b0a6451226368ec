import type { Owner } from './conversations.ts';
import type { StoredToolCall } from './turns.ts';

/** What happens in a turn while it runs. */
export type TurnEvent =
  | { readonly type: 'tool_start'; readonly tool: string }
  /** `found` counts documents; undefined when the call failed. */
  | { readonly type: 'tool_end'; readonly call: StoredToolCall; readonly found: number | undefined }
  | { readonly type: 'text'; readonly text: string };

/** What a run of a mode needs beside its task; none of it is ever stored. */
export type TurnContext = {
  readonly turnId: string;
  /** Undefined for a question without a conversation. */
  readonly conversationId?: string;
  readonly owner: Owner;
  /** The person's internal token. Absent when a turn goes on after a restart. */
  readonly token: string | undefined;
  readonly emit: (event: TurnEvent) => void;
};
