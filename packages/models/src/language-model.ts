import type { ModelProblem } from '@lectern/contracts';

/** Tool use of a model: no calls, optional calls, or at least one call. */
export type ToolChoice = 'none' | 'auto' | 'required';

/** Form of an answer. */
export interface ResponseSchema {
  /** Letters, digits, `_` and `-`. */
  readonly name: string;
  /** JSON Schema of an object that requires all its properties and allows no others. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Explains the fields. Only a model that honours the schema gets it, with its system message. */
  readonly instructions?: string;
}

/** A tool that a model may call. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments object. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface ModelToolCall {
  readonly id: string;
  readonly name: string;
  /** Parsed JSON of any shape, as the model wrote it; undefined where it was not JSON. */
  readonly arguments: unknown;
}

/** A picture for a model that reads pictures. */
export interface ModelImage {
  /** `image/png`, `image/jpeg`, `image/webp` or `image/gif`. */
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
  readonly base64: string;
}

/** A tool's result follows the assistant message with its call. */
export type ModelMessage =
  | { readonly role: 'system'; readonly content: string }
  | {
      readonly role: 'user';
      readonly content: string;
      readonly images?: readonly ModelImage[];
    }
  | {
      readonly role: 'assistant';
      readonly content: string;
      readonly toolCalls?: readonly ModelToolCall[];
    }
  | { readonly role: 'tool'; readonly callId: string; readonly content: string };

export interface ModelUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/**
 * The caller's own ids of a question and of a series of questions, which name the recorded run, and
 * the person who asks.
 */
export interface CallerIds {
  readonly requestId?: string;
  readonly sessionId?: string;
  /** Person whose organisation's models answer. */
  readonly organisationId?: string;
  readonly userId?: string;
  /** Id or name of a model connection. */
  readonly model?: string;
}

/** Input of the extractive model, which reads no prompt. It quotes sentences of the sources. */
export interface ExtractiveInput {
  /** The person's own words. */
  readonly question: string;
  /** The question, with the parts of the conversation that it refers to. */
  readonly query: string;
  /** Probability that the sources answer, 0 to 1. A low one ends in an abstention. Default 1. */
  readonly evidence?: number;
  /** The most relevant first. */
  readonly sources: readonly ExtractiveSource[];
}

export interface ExtractiveSource {
  /** Number by which it is cited. Default: its position in the list, from 1. */
  readonly n?: number;
  /** Titles of the document and of its sections, joined by ` > `. */
  readonly title: string;
  readonly text: string;
  /** Ids and score of the passage, for recorded runs. */
  readonly passage?: {
    readonly chunkId: string;
    readonly documentId: string;
    readonly score: number | null;
  };
}

export interface ModelRequest {
  /** The last message is the user's, or the result of a tool. */
  readonly messages: readonly ModelMessage[];
  /** Read by the extractive model alone, in place of the messages. */
  readonly extractive?: ExtractiveInput;
  readonly tools?: readonly ModelTool[];
  /** One of {@link LanguageModel.toolChoices}. Default `none`. */
  readonly toolChoice?: ToolChoice;
  /** Form of the answer; left out for a model that does not honour JSON schemas. */
  readonly responseSchema?: ResponseSchema;
  /** Default true. False: the answer comes in one piece where the API supports that. */
  readonly stream?: boolean;
  /** 0 to 2. Default 0. */
  readonly temperature?: number;
  /** Maximum tokens of the answer. */
  readonly maxTokens?: number;
  /** Read by a model behind another service. */
  readonly caller?: CallerIds;
}

export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'abstained';

/** Text arrives in pieces; `finish` is always the last event. */
export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_call'; readonly call: ModelToolCall }
  | {
      readonly type: 'finish';
      readonly reason: FinishReason;
      readonly usage?: ModelUsage;
      /** Name of the model that answered, where the caller cannot know it. */
      readonly model?: string;
    };

/** Result of a connection check. */
export interface ConnectionState {
  /** Null when no problem was found. */
  readonly problem: ModelProblem | null;
  /** Model, address and advice for administrators. Contains no key. */
  readonly message: string;
}

/**
 * A model that writes text and, where its provider supports it, calls tools. It runs in this process
 * or behind a service.
 *
 * @example
 * for await (const event of model.generate({ messages }, signal)) {
 *   if (event.type === 'text') write(event.text);
 * }
 */
export interface LanguageModel {
  /** Its name in `MODEL_PROVIDER`. */
  readonly provider: string;
  readonly name: string;
  /** Choices that the provider's API honours; `none` alone where it has no tools. */
  readonly toolChoices: readonly ToolChoice[];
  /** It answers in the form of a JSON schema. Default false. */
  readonly honoursJsonSchema?: boolean;
  /** It reads no messages and quotes {@link ModelRequest.extractive}. Default false. */
  readonly isExtractive?: boolean;
  /** Tokens of sources beyond which its answers get worse. Default: no limit. */
  readonly usefulSourceTokens?: number;
  /**
   * Writes an answer. Ends with the signal's reason when that is aborted.
   *
   * @throws AppError `model_unavailable` when the model does not answer in time or fails. The error
   *   contains no text of the vendor.
   */
  generate(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
  /** Checks whether its server can be used, without a generation. Absent for a local model. Never rejects. */
  checkConnection?(signal: AbortSignal): Promise<ConnectionState>;
}

/** Address of a model that a person connected. */
export interface ConnectedModel {
  readonly provider: 'openai_compatible' | 'anthropic' | 'built_in';
  /** Null for Anthropic's own address. */
  readonly baseUrl: string | null;
  readonly model: string;
  readonly apiKey: string | null;
}
