import type { Withheld } from '@lectern/contracts';

/** What the service says itself, in one language. */
export interface Sentences {
  /** The documents do not answer the question. */
  readonly abstained: string;
  /** The search could not be reached. */
  readonly retrievalUnavailable: string;
  /** Title of the status while the documents are searched. */
  readonly searching: string;
  /** Title of the status after the search; `count` is the number of documents found. */
  readonly found: (count: number) => string;
  /** The same where the search failed or was stopped. */
  readonly searchFailed: string;
  /** Title of the status while a tool runs. */
  readonly calling: (tool: string) => string;
  readonly called: (tool: string) => string;
  readonly callFailed: (tool: string) => string;
  /** The answer where a tool that changes something was called and gave no answer. */
  readonly outcomeUnknown: (tool: string) => string;
  /** The answer where its person did not want a tool to be called. */
  readonly declined: (tool: string) => string;
  /** The answer where a person would have to agree to a call, and none can be asked. */
  readonly needsConsent: (tool: string) => string;
  /** The answer where a tool became another one before its call, to which a person had agreed. */
  readonly changedMeanwhile: (tool: string) => string;
  /** The answer to a greeting, to thanks and the like: what can be asked here. */
  readonly greeting: string;
  /** Asks which of several tool servers is meant. */
  readonly whichServer: (servers: readonly string[]) => string;
  /** Where in a document something stands, in a note. */
  readonly onPage: (page: number) => string;
  /** Behind a quote that does not say what it is cited for. */
  readonly unsupported: string;
  /** In place of a quote that is not shown, by the reason. */
  readonly withheld: Readonly<Record<Withheld, string>>;
  /** In place of an answer that never came, or was stopped before it began. */
  readonly unanswered: string;
}
