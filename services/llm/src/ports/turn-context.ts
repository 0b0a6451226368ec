import type { Owner } from './owner.ts';
import type { Route } from './route.ts';
import type { StoredToolCall } from './stored-tool-call.ts';

/** What happens in a turn while it runs. */
export type TurnEvent =
  | { readonly type: 'tool_start'; readonly server: string; readonly tool: string }
  /** `found` counts documents; undefined when the call failed or searched for none. */
  | { readonly type: 'tool_end'; readonly call: StoredToolCall; readonly found: number | undefined }
  | { readonly type: 'route'; readonly route: Route }
  | { readonly type: 'text'; readonly text: string }
  /** What was written so far is no part of the answer, which begins anew. */
  | { readonly type: 'text_over' };

/** What a run of a mode needs beside its task; none of it is ever stored. */
export type TurnContext = {
  readonly turnId: string;
  /** Undefined for a question without a conversation. */
  readonly conversationId?: string;
  readonly owner: Owner;
  /** The person's internal token. */
  readonly token: string;
  readonly emit: (event: TurnEvent) => void;
};
