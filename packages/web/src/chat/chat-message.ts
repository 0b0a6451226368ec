import type {
  CitationsData,
  Message,
  MessageFeedback,
  StreamPart,
  ToolCall,
} from '@lectern/contracts';
import type { UIMessage } from 'ai';

/** Fields of a message other than its text. */
export interface ChatMetadata {
  readonly conversation_id?: string;
  readonly status?: Message['status'];
  readonly created_at?: string;
  readonly tool_calls?: readonly ToolCall[];
  readonly route?: Message['route'];
  /** Ids of all versions of this message, its own included. */
  readonly branches?: readonly string[];
  readonly feedback?: MessageFeedback | null;
  /** The edited message, if this question is not sent yet. */
  readonly edits?: string;
}

type DataPart = Extract<StreamPart, { readonly type: `data-${string}` }>;

/** Data of the stream's `data-*` parts by the name behind `data-`. */
type ChatData = {
  [Part in DataPart as Part['type'] extends `data-${infer Name}` ? Name : never]: Part['data'];
};

export type ChatMessage = UIMessage<ChatMetadata, ChatData>;

/** Converts a stored message to the form that the stream has. */
export function toChatMessage(conversationId: string, message: Message): ChatMessage {
  const { id, role, content, status, abstained, citations, approval } = message;
  const { tool_calls, route, branches, feedback, created_at } = message;
  const place = { conversation_id: conversationId, message_id: id };
  const checked: CitationsData = {
    ...place,
    answer: content,
    abstained,
    evidence: message.evidence,
    citations,
    warnings: message.warnings,
    model: message.model,
    assistant: message.assistant,
  };
  return {
    id,
    role,
    metadata: {
      conversation_id: conversationId,
      status,
      created_at,
      tool_calls,
      route,
      branches,
      feedback,
    },
    parts: [
      { type: 'text', text: content },
      ...(approval ? [{ type: 'data-approval', data: { ...approval, ...place } } as const] : []),
      ...(role === 'assistant' && status !== 'waiting'
        ? [{ type: 'data-citations', data: checked } as const]
        : []),
    ],
  };
}

/** Returns the checked answer, or the text streamed so far. */
export function textOf({ parts }: Pick<ChatMessage, 'parts'>): string {
  const checked = citationsOf({ parts });
  if (checked) return checked.answer;
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** Returns true while a tool call of the message waits for approval. */
export function waitsForDecision({ parts }: Pick<ChatMessage, 'parts'>): boolean {
  return (
    parts.some(({ type }) => type === 'data-approval') &&
    !parts.some(({ type }) => type === 'data-citations')
  );
}

export function citationsOf({ parts }: Pick<ChatMessage, 'parts'>): CitationsData | undefined {
  for (const part of parts) if (part.type === 'data-citations') return part.data;
  return undefined;
}
