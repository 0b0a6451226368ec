import type { McpToolFailureCode } from '@lectern/contracts';
import type { OutsideContent } from '../connections/outside-servers.ts';

/** A tool that a person may call, with the definition that its server's owner has accepted. */
export interface RegisteredTool {
  readonly server: string;
  readonly name: string;
  /** Changes with the way to its server and with the tool's definition. */
  readonly version: string;
  readonly title: string | null;
  /** Untrusted text, at most 1,024 characters. */
  readonly description: string;
  /** JSON Schema of the arguments object, at most 64 KiB as JSON. Untrusted. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** The server declares that the tool changes nothing, and its owner trusts the server. */
  readonly readOnly: boolean;
  /** A person must agree to each call. False for read-only tools and for those that an owner exempted. */
  readonly needsConfirmation: boolean;
  /** The owner lets every call of the server go out without a question. */
  readonly neverAsks: boolean;
}

export interface RegistryCall {
  /** Name of the server and of its tool. */
  readonly server: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /**
   * The `version` of the tool to which a person agreed. A tool that needs an agreement is not called
   * without it, nor if it has another version by now.
   */
  readonly agreedTo?: string | undefined;
}

export interface RegistryCallContext {
  /** Aborting it cancels the call at the server. */
  readonly signal: AbortSignal;
  /** Maximum characters of the text that is returned. Default 40,000. */
  readonly maxText?: number;
}

/** Everything in it is untrusted: data for a model, never an instruction. */
export interface ToolAnswer {
  readonly kind: 'answer';
  /** The tool reported a failure of its own. */
  readonly isError: boolean;
  /** The tool's own parts, unchanged. */
  readonly content: readonly OutsideContent[];
  readonly structuredContent: unknown;
  /** Text parts joined, or structured content as JSON if there are none; cut to the limit. */
  readonly text: string;
  /** Size of the whole answer as JSON. */
  readonly bytes: number;
  /** Position in the stored text where `text` is cut. */
  readonly rest: {
    readonly resultId: string;
    readonly offset: number;
    readonly characters: number;
  } | null;
  readonly durationMs: number;
}

export interface CallFailure {
  readonly kind: 'failure';
  readonly code: McpToolFailureCode;
  /** An English sentence of ours that contains nothing of the server's text. */
  readonly message: string;
  /** For `confirmation_required`: the version of the tool to which a person would agree. */
  readonly toolVersion?: string;
  /** Seconds until an unavailable server is tried again. */
  readonly retryAfter?: number;
  /** The call may have reached a tool that changes something: its effect is not known. */
  readonly mayHaveRun?: true;
  readonly durationMs: number;
}
