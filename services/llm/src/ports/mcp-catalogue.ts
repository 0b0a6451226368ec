import type { McpServer } from '@lectern/contracts';

/** What is sent along with each request to a server. */
export interface ServerCredentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly oauth: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly issuer: string;
    readonly scope: string | undefined;
  } | null;
}

/** How a server is reached. */
export interface ServerConnection {
  readonly id: string;
  readonly organisationId: string;
  readonly name: string;
  readonly url: string;
  readonly credentials: ServerCredentials;
  /** Changes with address and credentials. */
  readonly updatedAt: Date;
}

/** What a tool says of itself, within the limits of the catalogue. Untrusted. */
export interface ToolDefinition {
  readonly title: string | null;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly readOnly: boolean;
}

export interface NamedText {
  readonly name: string;
  readonly description: string;
}

/** What a server offers. Untrusted. */
export interface Catalogue {
  readonly instructions: string;
  readonly tools: readonly (ToolDefinition & { readonly name: string })[];
  readonly prompts: readonly NamedText[];
  readonly resources: readonly NamedText[];
}

/** A server with the tools that it offers, as routing reads it. */
export interface ServerDocument {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly revision: string;
  readonly instructions: string;
  readonly prompts: readonly NamedText[];
  readonly resources: readonly NamedText[];
  readonly confirm: McpServer['confirm'];
  readonly health: McpServer['health']['state'];
  readonly tools: readonly (ToolDefinition & { readonly name: string })[];
}

/** What servers offer and how they answer, kept in PostgreSQL for all replicas. */
export interface McpCatalogue {
  /** Enabled servers of an organisation, or one of them. */
  listConnections(organisationId: string, id?: string): Promise<readonly ServerConnection[]>;
  /** Takes enabled servers that are due, so that no other process reads them meanwhile. */
  claimDue(limit: number): Promise<readonly ServerConnection[]>;
  /** The server is to be read at the next occasion. */
  markDue(id: string): Promise<void>;
  /** Stores what a server offers. A tool whose definition changed is held. Gives its tools. */
  saveCatalogue(id: string, catalogue: Catalogue): Promise<number>;
  /** Enabled servers of an organisation with the tools that they offer; only these ids. */
  loadDocuments(organisationId: string, ids: readonly string[]): Promise<readonly ServerDocument[]>;
  /** The server answered. */
  recordSuccess(id: string): Promise<void>;
  /** The server did not answer; `message` is shown to its organisation and is never its own text. */
  recordFailure(id: string, message: string): Promise<void>;
}
