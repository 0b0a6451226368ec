import type { Withheld } from '@lectern/contracts';

/** Sentences of the service in one language. */
export interface Sentences {
  /** The documents do not answer the question. */
  readonly abstained: string;
  /** The search is unavailable. */
  readonly retrievalUnavailable: string;
  /** Title of the status during a search. */
  readonly searching: string;
  /** Title of the status after a search; `count` is the number of documents found. */
  readonly found: (count: number) => string;
  /** Title of the status after a failed or stopped search. */
  readonly searchFailed: string;
  /** Title of the status while a tool runs. */
  readonly calling: (tool: string) => string;
  readonly called: (tool: string) => string;
  readonly callFailed: (tool: string) => string;
  /** Answer after a call of a changing tool whose outcome is unknown. */
  readonly outcomeUnknown: (tool: string) => string;
  /** Answer after the person declined a call. */
  readonly declined: (tool: string) => string;
  /** Answer where a call needs a person's agreement and nobody can be asked. */
  readonly needsConsent: (tool: string) => string;
  /** Answer where a tool changed after a person had agreed to its call. */
  readonly changedMeanwhile: (tool: string) => string;
  /** Answer to a greeting or thanks. */
  readonly greeting: string;
  /** Asks the person to choose one of several tool servers. */
  readonly whichServer: (servers: readonly string[]) => string;
  /** Names the tool that fits, and asks the person for its arguments. */
  readonly whichArguments: (fitting: {
    readonly server: string;
    readonly tool: string;
    readonly names: readonly string[];
  }) => string;
  /** Page of a document, in a note. */
  readonly onPage: (page: number) => string;
  /** Note on a quote that does not support its claim. */
  readonly unsupported: string;
  /** Text in place of a withheld quote, by reason. */
  readonly withheld: Readonly<Record<Withheld, string>>;
  /** Text in place of an answer that failed or was stopped before it began. */
  readonly unanswered: string;
}
