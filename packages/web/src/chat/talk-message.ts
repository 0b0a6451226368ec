import type { Citation, Message, MessageFeedback, ToolCall, Warning } from '@lectern/contracts';
import type { UIMessage } from 'ai';

/** What is known of a message beside its text. */
export interface TalkMetadata {
  readonly conversation_id?: string;
  readonly status?: Message['status'];
  readonly created_at?: string;
  readonly tool_calls?: readonly ToolCall[];
  /** Messages that stand in its place, its own id among them. */
  readonly branches?: readonly string[];
  readonly feedback?: MessageFeedback | null;
  /** Of a question that is not sent yet: the message whose other wording it is. */
  readonly edits?: string;
}

/** The checked end of an answer. `answer` takes the place of what was streamed. */
export interface CitationsData {
  readonly conversation_id: string;
  readonly message_id: string;
  readonly answer: string;
  readonly abstained: boolean;
  readonly citations: readonly Citation[];
  readonly warnings: readonly Warning[];
}

export interface StatusData {
  readonly event: string;
  readonly tool_name: string;
  readonly title: string;
}

export interface ApprovalData {
  readonly id: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export type TalkData = {
  status: StatusData;
  citations: CitationsData;
  approval: ApprovalData;
};

export type TalkMessage = UIMessage<TalkMetadata, TalkData>;

/** A stored message as the stream would have brought it. */
export function toTalkMessage(conversationId: string, message: Message): TalkMessage {
  const { id, role, content, status, abstained, citations, approval } = message;
  const { tool_calls, branches, feedback, created_at } = message;
  const checked: CitationsData = {
    conversation_id: conversationId,
    message_id: id,
    answer: content,
    abstained,
    citations,
    warnings: message.warnings,
  };
  return {
    id,
    role,
    metadata: {
      conversation_id: conversationId,
      status,
      created_at,
      tool_calls,
      branches,
      feedback,
    },
    parts: [
      { type: 'text', text: content },
      ...(approval ? [{ type: 'data-approval', data: approval } as const] : []),
      ...(role === 'assistant' && status !== 'waiting'
        ? [{ type: 'data-citations', data: checked } as const]
        : []),
    ],
  };
}

/** The text to show: the checked answer once it is there, else what was streamed so far. */
export function textOf({ parts }: Pick<TalkMessage, 'parts'>): string {
  const checked = citationsOf({ parts });
  if (checked) return checked.answer;
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

export function citationsOf({ parts }: Pick<TalkMessage, 'parts'>): CitationsData | undefined {
  for (const part of parts) if (part.type === 'data-citations') return part.data;
  return undefined;
}
