import type {
  CitationsData,
  Message,
  MessageFeedback,
  StreamPart,
  ToolCall,
} from '@lectern/contracts';
import type { UIMessage } from 'ai';

/** What is known of a message beside its text. */
export interface ChatMetadata {
  readonly conversation_id?: string;
  readonly status?: Message['status'];
  readonly created_at?: string;
  readonly tool_calls?: readonly ToolCall[];
  /** Which server was chosen, of which, and why. */
  readonly route?: Message['route'];
  /** Messages that stand in its place, its own id among them. */
  readonly branches?: readonly string[];
  readonly feedback?: MessageFeedback | null;
  /** Of a question that is not sent yet: the message whose other wording it is. */
  readonly edits?: string;
}

type DataPart = Extract<StreamPart, { readonly type: `data-${string}` }>;

/** What the stream's parts with data hold, by the part's name behind `data-`. */
type ChatData = {
  [Part in DataPart as Part['type'] extends `data-${infer Name}` ? Name : never]: Part['data'];
};

export type ChatMessage = UIMessage<ChatMetadata, ChatData>;

/** A stored message as the stream would have brought it. */
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

/** The text to show: the checked answer once it is there, else what was streamed so far. */
export function textOf({ parts }: Pick<ChatMessage, 'parts'>): string {
  const checked = citationsOf({ parts });
  if (checked) return checked.answer;
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** Whether a tool waits until the person allows or refuses it. */
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
