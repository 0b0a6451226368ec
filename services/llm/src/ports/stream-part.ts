import type { Citation, Warning } from '@lectern/contracts';

/** Transient: shown while it lasts, not part of the message. */
export interface StatusData {
  readonly event: 'tool_start' | 'tool_end';
  readonly tool_name: string;
  readonly title: string;
}

/** The checked end of an answer. `answer` is the text to keep in place of what was streamed. */
export interface CitationsData {
  readonly conversation_id: string;
  readonly message_id: string;
  readonly answer: string;
  readonly abstained: boolean;
  readonly citations: readonly Citation[];
  readonly warnings: readonly Warning[];
}

/** One part of the AI SDK's UI message stream, as far as chat turns use it. */
export type StreamPart =
  | {
      readonly type: 'start';
      readonly messageId: string;
      readonly messageMetadata: { readonly conversation_id: string };
    }
  | { readonly type: 'text-start'; readonly id: string }
  | { readonly type: 'text-delta'; readonly id: string; readonly delta: string }
  | { readonly type: 'text-end'; readonly id: string }
  | {
      readonly type: 'source-document';
      readonly sourceId: string;
      readonly mediaType: string;
      readonly title: string;
      readonly filename?: string;
    }
  | { readonly type: 'data-status'; readonly data: StatusData; readonly transient: true }
  | { readonly type: 'data-citations'; readonly data: CitationsData }
  | { readonly type: 'error'; readonly errorText: string }
  | { readonly type: 'abort'; readonly reason?: string }
  | { readonly type: 'finish' };
