import { z } from 'zod';
import { callerIdSchema, citationSchema } from './ask.ts';
import { idSchema, timestampSchema } from './ids-and-times.ts';
import { answerModelSchema, modelReferenceSchema } from './models.ts';
import { nameSchema } from './names.ts';
import { collectionFilterSchema } from './search.ts';
import { warningSchema } from './warnings.ts';

export const conversationModeSchema = z.enum(['knowledge', 'agent', 'research']);
export type ConversationMode = z.infer<typeof conversationModeSchema>;

/** An assistant by its name at the time of the message. */
export const answerAssistantSchema = z.object({ id: idSchema, name: z.string() });
export type AnswerAssistant = z.infer<typeof answerAssistantSchema>;

/** Default: the assistant of the message before; null for none. */
export const assistantIdSchema = idSchema.nullable().optional();

export const chatRequestSchema = z.strictObject({
  message: z.string().trim().min(1).max(20_000),
  /** The client's id of its message; a repetition returns the same turn. */
  message_id: z.string().min(1).max(200).optional(),
  conversation_id: idSchema.optional(),
  collection_filter: collectionFilterSchema.optional(),
  /** Default: as the message before, at first `knowledge`. */
  mode: conversationModeSchema.optional(),
  /** Default: as the message before, at first the organisation's default. */
  model: modelReferenceSchema.optional(),
  /** An unknown or hidden assistant is 404 `assistant_not_found`. */
  assistant_id: assistantIdSchema,
  /**
   * The answer to which this message replies, in a conversation with branches; default: the newest.
   */
  parent_id: idSchema.optional(),
  /** Never present: distinguishes the AI SDK's form from this one. */
  trigger: z.undefined().optional(),
});
export type ChatRequest = z.input<typeof chatRequestSchema>;

/** The result of a tool call in figures and codes, from which a client writes its own sentence. */
export const toolOutcomeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('passages'),
    articles: z.number().int(),
    passages: z.number().int(),
  }),
  z.object({ kind: z.literal('rows'), rows: z.number().int() }),
  z.object({ kind: z.literal('text'), characters: z.number().int() }),
  /**
   * `code` is an error code of the suite, a code of `mcpToolFailureCodeSchema`, `tool_error` (the tool
   * answered with an error), `declined` (the person refused the call) or `interrupted` (the service
   * stopped during the call).
   */
  z.object({ kind: z.literal('failure'), code: z.string() }),
]);
export type ToolOutcome = z.infer<typeof toolOutcomeSchema>;

export const toolCallSchema = z.object({
  id: z.string(),
  server: z.string(),
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  status: z.enum(['ok', 'error', 'stopped']),
  duration_ms: z.number(),
  /** The outcome as one English phrase or code. */
  summary: z.string(),
  /** Absent in calls that were stopped, and in calls that were stored before it existed. */
  outcome: toolOutcomeSchema.optional(),
});
export type ToolCall = z.infer<typeof toolCallSchema>;

/** A tool call that waits until its person agrees. */
export const approvalSchema = z.object({
  id: z.string(),
  server: z.string(),
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  /** Titles of documents that the turn has read; the arguments may contain parts of them. */
  documents: z.array(z.string()).readonly().optional(),
  /** Ids of these documents, in the same order. */
  document_ids: z.array(z.string()).readonly().optional(),
});
export type Approval = z.infer<typeof approvalSchema>;

/** A person's decision about a waiting call. `approved` and `rejected` mean the same. */
export const decideApprovalSchema = z.strictObject({
  decision: z
    .enum(['approve', 'deny', 'approved', 'rejected'])
    .transform((word) => (word === 'approve' || word === 'approved' ? 'approve' : 'deny')),
});

export type ApprovalDecision = z.output<typeof decideApprovalSchema>['decision'];

const waitingApprovalSchema = approvalSchema.extend({
  /** The answer that waits. */
  message_id: idSchema,
  /** The time at which the turn began to wait. */
  created_at: timestampSchema,
  /** The time at which the turn is stopped if nobody has decided. */
  expires_at: timestampSchema,
});

/** Tool calls of one conversation that wait for a decision. */
export const approvalListSchema = z.object({
  approvals: z.array(waitingApprovalSchema),
  next_cursor: z.string().nullable(),
});

/**
 * Tool calls that wait for the caller's decision, the first to expire first: at most 100 of
 * conversations, and 100 of connected clients.
 */
export const pendingApprovalsSchema = z.object({
  approvals: z.array(
    approvalSchema.extend({
      /** Null: a connected client made the call, and `decideMcpToolCall` decides on it. */
      conversation_id: idSchema.nullable(),
      created_at: timestampSchema,
      expires_at: timestampSchema,
    }),
  ),
  /**
   * Number of waiting calls of clients that are too large for this list; `listMcpToolConfirmations`
   * has them. Null if the calls of clients could not be read.
   */
  omitted_client_calls: z.number().int().min(0).nullable(),
});
export type PendingApprovals = z.infer<typeof pendingApprovalsSchema>;

/** The tool server that answered with the reason, or the reason why none did. */
export const routeSchema = z.object({
  /** Null if none fits, or if the person is asked. */
  server: z.string().nullable(),
  /** Considered servers, best first. */
  candidates: z.array(z.string()).readonly(),
  /** Scores of the candidates, in their order, 0 to 1; absent in older answers. */
  scores: z.array(z.number()).readonly().optional(),
  /** Text for a person; it contains no text of a server. */
  reason: z.string(),
});
export type Route = z.infer<typeof routeSchema>;

export const chatResponseSchema = z.object({
  conversation_id: idSchema,
  message_id: z.string(),
  answer: z.string(),
  abstained: z.boolean(),
  /** Confidence that the documents answer, 0 to 1; absent if they were not searched. */
  evidence: z.number().min(0).max(1).optional(),
  citations: z.array(citationSchema),
  tool_calls: z.array(toolCallSchema),
  route: routeSchema.optional(),
  /** The model that wrote the answer; absent if none was asked. */
  model: answerModelSchema.optional(),
  assistant: answerAssistantSchema.optional(),
  /** Present if the turn waits for a decision about this call and has no answer yet. */
  approval: approvalSchema.optional(),
  warnings: z.array(warningSchema),
});
export type ChatResponse = z.infer<typeof chatResponseSchema>;

export const shareAudienceSchema = z.enum(['none', 'organisation', 'people']);
export type ShareAudience = z.infer<typeof shareAudienceSchema>;

/** People of the organisation who may read a conversation. */
export const conversationShareSchema = z.object({
  audience: shareAudienceSchema,
  /** The named people; empty for another audience. */
  user_ids: z.array(z.string()),
});
export type ConversationShare = z.infer<typeof conversationShareSchema>;

export const conversationSchema = z.object({
  id: idSchema,
  title: z.string(),
  /** Mode of the latest message. */
  mode: conversationModeSchema,
  /** Model connection of the latest message; null for the organisation's default. */
  model_id: idSchema.nullable(),
  /** Assistant of the latest message; null for none. */
  assistant_id: idSchema.nullable(),
  /** True while an answer is written. */
  running: z.boolean(),
  /** True while a tool call waits for a decision. */
  waiting: z.boolean(),
  /** Pinned conversations are listed first. */
  pinned: z.boolean(),
  /** Archived conversations are listed apart. */
  archived: z.boolean(),
  /** Name of its folder; null outside of folders. */
  folder: z.string().nullable(),
  share: conversationShareSchema,
  created_at: timestampSchema,
  updated_at: timestampSchema,
});
export type Conversation = z.infer<typeof conversationSchema>;

export const conversationListSchema = z.object({
  conversations: z.array(conversationSchema),
  next_cursor: z.string().nullable(),
});
/** Only a new title changes `updated_at`, by which the list is ordered. */
export const updateConversationSchema = z.strictObject({
  title: nameSchema(200).optional(),
  pinned: z.boolean().optional(),
  archived: z.boolean().optional(),
  /** Null takes it out of its folder. */
  folder: nameSchema(100).nullable().optional(),
});
export type UpdateConversation = z.output<typeof updateConversationSchema>;

/** A person's rating of an answer. */
export const messageFeedbackSchema = z.object({
  rating: z.enum(['good', 'bad']),
  reason: z.string().nullable(),
});
export type MessageFeedback = z.infer<typeof messageFeedbackSchema>;

export const messageSchema = z.object({
  id: z.string(),
  /** The previous message; null at the start of a conversation. */
  parent_id: z.string().nullable(),
  /**
   * Ids of the alternatives of this message, oldest first, including its own: other versions of a
   * question, other answers to it. A branch is read by `?branch=`.
   */
  branches: z.array(z.string()),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  mode: conversationModeSchema,
  /** The model that wrote an answer; absent in questions, and if no model was asked. */
  model: answerModelSchema.optional(),
  /** The assistant that answered; absent without one, and in questions. */
  assistant: answerAssistantSchema.optional(),
  /** Filter of a question; absent without one, and in answers. */
  collection_filter: collectionFilterSchema.optional(),
  status: z.enum(['running', 'waiting', 'done', 'stopped', 'failed']),
  abstained: z.boolean(),
  /** Confidence that the documents answer, 0 to 1; absent if they were not searched. */
  evidence: z.number().min(0).max(1).optional(),
  citations: z.array(citationSchema),
  tool_calls: z.array(toolCallSchema),
  route: routeSchema.optional(),
  /** The decision for which a waiting message waits. */
  approval: approvalSchema.optional(),
  feedback: messageFeedbackSchema.nullable(),
  warnings: z.array(warningSchema),
  created_at: timestampSchema,
});
export type Message = z.infer<typeof messageSchema>;

export const messageListSchema = z.object({
  messages: z.array(messageSchema),
  next_cursor: z.string().nullable(),
});

/** A bare model call between services, without tools and retrieval. */
export const completionRequestSchema = z.strictObject({
  messages: z
    .array(
      z.strictObject({
        role: z.enum(['system', 'user', 'assistant']),
        content: z.string().max(1_000_000),
      }),
    )
    .min(1)
    .max(200),
  temperature: z.number().min(0).max(2).default(0),
  max_tokens: z.number().int().min(1).max(32_000).optional(),
  stream: z.boolean().default(false),
  /**
   * Sources of the answer, numbered by `n`, or from 1 in this order. The extractive provider
   * answers with their sentences; other providers ignore them, since the prompt contains the same
   * texts.
   */
  sources: z
    .array(
      z.strictObject({
        n: z.number().int().min(1).optional(),
        title: z.string(),
        text: z.string(),
        /** The passage and its relevance, for the recorded run. */
        chunk_id: z.string().optional(),
        document_id: z.string().optional(),
        score: z.number().nullable().optional(),
      }),
    )
    .max(200)
    .optional(),
  /** Question for the extractive provider; default: the last user message. */
  question: z.string().max(20_000).optional(),
  /** The question with its references resolved; default: the question. */
  query: z.string().max(20_000).optional(),
  /** Probability that the sources answer; with a low one the extractive provider abstains. */
  evidence: z.number().min(0).max(1).optional(),
  /** Form of the answer; ignored for a model that does not honour JSON schemas. */
  response_schema: z
    .strictObject({
      name: z.string().regex(/^[\w-]{1,64}$/),
      schema: z.record(z.string(), z.unknown()),
      /** Explains the fields to a model that honours the schema. */
      instructions: z.string().max(10_000).optional(),
    })
    .optional(),
  /** Ids of the recorded run, as in `POST /api/ask`. */
  request_id: callerIdSchema.optional(),
  session_id: callerIdSchema.optional(),
  /** Person who asks, whose organisation's models answer; default: the environment's model. */
  organisation_id: z.string().max(200).optional(),
  user_id: z.string().max(200).optional(),
  model: modelReferenceSchema.optional(),
});

/** With `stream`, server-sent events: `delta {text}`, then `done` (this schema) or `error`. */
export const completionResponseSchema = z.object({
  text: z.string(),
  model: z.string(),
  finish_reason: z.enum(['stop', 'length', 'abstained']),
  usage: z
    .object({ prompt_tokens: z.number().int(), completion_tokens: z.number().int() })
    .optional(),
});
export type CompletionResponse = z.infer<typeof completionResponseSchema>;
