import type { RoutedServer } from '@lectern/tool-routing';

/** A tool that a question needs; whichever of the servers offers it is right. */
export interface ExpectedTool {
  readonly name: string;
  readonly servers: readonly string[];
}

export interface RoutingQuestion {
  readonly id: string;
  readonly text: string;
  /** Names of the servers that it needs; none where the set judges tools alone. */
  readonly expectedServers: readonly string[];
  /** Names of the servers of which the first one found must be one. */
  readonly acceptableServers: readonly string[];
  /** Without tools that no server of the set offers. */
  readonly expectedTools: readonly ExpectedTool[];
}

/** A question that none of its offered tools answers. */
export interface UnanswerableQuestion {
  readonly id: string;
  readonly text: string;
  readonly offered: RoutedServer['tools'];
}

/** Servers with their tools, and tasks that are labelled with the right ones. */
export interface RoutingSet {
  readonly name: string;
  readonly servers: readonly RoutedServer[];
  readonly questions: readonly RoutingQuestion[];
  readonly unanswerable: readonly UnanswerableQuestion[];
}
