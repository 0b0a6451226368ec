import type { AssistantTool, Route } from '@lectern/contracts';
import type { Owner } from './owner.ts';
import type { StoredToolCall } from './stored-tool-call.ts';
import type { TurnModels } from './turn-models.ts';

/** An event of a running turn. */
export type TurnEvent =
  | { readonly type: 'tool_start'; readonly server: string; readonly tool: string }
  /**
   * `found` is the number of documents; undefined after a failure, and for a call without a search.
   */
  | { readonly type: 'tool_end'; readonly call: StoredToolCall; readonly found: number | undefined }
  | { readonly type: 'route'; readonly route: Route }
  | { readonly type: 'text'; readonly text: string }
  /** The text so far is discarded, and the answer begins again. */
  | { readonly type: 'text_over' };

/** Context of a mode's run. It is never stored. */
export type TurnContext = {
  readonly turnId: string;
  /** Undefined for a question without a conversation. */
  readonly conversationId?: string;
  readonly owner: Owner;
  /** The person's internal token. */
  readonly token: string;
  readonly models: TurnModels;
  readonly assistant?: {
    readonly instructions: string;
    /** Tools of outside servers to which the turn is limited. */
    readonly tools: readonly AssistantTool[] | undefined;
  };
  readonly emit: (event: TurnEvent) => void;
};
