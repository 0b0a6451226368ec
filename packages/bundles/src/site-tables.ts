/** A table whose rows an archive contains. */
export interface CarriedTable {
  /** With its schema. */
  readonly name: string;
  /** Columns that stay behind; they get their defaults. */
  readonly without?: readonly string[];
  /** Columns that the site's secrets protect; an archive without secrets leaves them out. */
  readonly sealed?: readonly string[];
  /** Rows that the site's secrets protect; an archive without secrets leaves the table out. */
  readonly isSealed?: true;
  /** SQL expression that puts rows that others of the same table refer to first. */
  readonly order?: string;
}

/** In loading order: a table that others refer to comes first. */
export const carriedTables: readonly CarriedTable[] = [
  { name: 'auth.user', sealed: ['twoFactorEnabled'] },
  {
    name: 'auth.account',
    sealed: [
      'accessToken',
      'refreshToken',
      'idToken',
      'accessTokenExpiresAt',
      'refreshTokenExpiresAt',
    ],
  },
  // Passkeys are bound to the site's public address.
  { name: 'auth.passkey' },
  { name: 'auth.organization' },
  { name: 'auth.team' },
  { name: 'auth.teamMember' },
  { name: 'auth.member' },
  { name: 'auth.invitation' },
  { name: 'auth.apikey' },
  { name: 'auth.scim_tokens' },
  { name: 'auth.sign_in_domains' },
  {
    name: 'auth.sign_in_settings',
    sealed: [
      'issuer',
      'client_id',
      'client_secret',
      'saml_entry_point',
      'saml_certificates',
      'enforced',
    ],
  },
  { name: 'auth.session', isSealed: true },
  { name: 'auth.twoFactor', isSealed: true },
  { name: 'auth.jwks', isSealed: true },
  { name: 'auth.oauthClient' },
  { name: 'auth.oauthResource', sealed: ['signingKeyId'] },
  { name: 'auth.oauthClientResource' },
  { name: 'auth.oauthConsent' },
  { name: 'auth.oauthRefreshToken', isSealed: true },
  { name: 'auth.audit_log' },
  { name: 'auth.audit_removals' },
  { name: 'auth.audit_exports' },
  { name: 'rag.collections', order: 'cardinality(path)' },
  { name: 'rag.grants' },
  { name: 'rag.bin_entries' },
  { name: 'rag.bin_collections' },
  { name: 'rag.bin_grants' },
  // The lease belongs to a worker of the old site.
  { name: 'rag.documents', without: ['claimed_by', 'claimed_until'] },
  { name: 'rag.removed_documents' },
  { name: 'rag.revisions' },
  { name: 'rag.chunks' },
  { name: 'rag.passage_edits' },
  { name: 'rag.words' },
  { name: 'rag.sources', sealed: ['credentials'] },
  { name: 'rag.source_entries' },
  { name: 'rag.reader_collections' },
  { name: 'rag.evaluation_sets' },
  { name: 'rag.evaluation_questions' },
  { name: 'rag.evaluation_answers' },
  { name: 'rag.evaluation_runs' },
  { name: 'llm.model_connections', sealed: ['api_key'] },
  { name: 'llm.model_usage' },
  { name: 'llm.token_budgets' },
  { name: 'llm.prompts' },
  { name: 'llm.assistants' },
  { name: 'llm.conversations' },
  { name: 'llm.turns' },
  { name: 'llm.tool_calls' },
  { name: 'llm.research_runs' },
  {
    name: 'mcp.mcp_servers',
    sealed: ['credentials', 'header_names', 'has_oauth'],
    without: ['revision', 'refresh_at', 'retry_at'],
  },
  { name: 'mcp.mcp_tools' },
  { name: 'mcp.mcp_tool_settings' },
];

/** Returns the tables of an archive with or without the site's secrets. */
export function listTables({ hasSecrets }: { readonly hasSecrets: boolean }): CarriedTable[] {
  if (hasSecrets) return [...carriedTables];
  return carriedTables
    .filter(({ isSealed }) => !isSealed)
    .map((table) => ({ ...table, without: [...(table.without ?? []), ...(table.sealed ?? [])] }));
}

/** Tables that no archive contains, with the reason. */
export const leftTables: Readonly<Record<string, string>> = {
  'auth.second_factor_codes': 'expire within minutes',
  'auth.verification': 'expires within minutes',
  'auth.one_time_tokens': 'expires within minutes',
  'auth.oauthAccessToken': 'expires within minutes',
  'auth.oauthClientAssertion': 'expires within minutes',
  'auth.revocations': 'revokes tokens of the old site',
  'auth.used_codes': 'expires within minutes',
  'auth.rate_limits': 'starts empty',
  'auth.call_counts': 'counts running calls',
  'auth.idempotency_keys': 'expires within a day',
  'rag.bundle_imports': 'of running imports, which are uploaded again',
  'rag.imported_vectors': 'made anew with the index',
  'rag.outbox': 'the reconciler publishes unfinished work again',
  'rag.index_generations': 'names an index of the old site',
  'rag.site': 'prefix of index names; the new site has its own',
  'rag.dropped_indexes': 'names indexes of the old site',
  'rag.parse_use': 'parser use of the last hours',
  'rag.slow_work': 'times of the old site',
  'rag.summaries': 'a cache: written again when asked for',
  'rag.document_use': 'counted while the documents are loaded',
  'rag.source_runs': 'history of the old site; the next run starts a new one',
  'rag.leftovers': 'counted again within the hour',
  'rag.embedding_models': 'models of the old site',
  'rag.rerankers': 'models of the old site',
  'rag.reranker_choice': 'names a model of the old site',
  'rag.embedding_choice': 'the new site builds its own index',
  'rag.workers': 'workers of the old site',
  'mcp.tool_results': 'expire within the hour',
  'mcp.tool_confirmations': 'expire within minutes',
  'mcp.tool_call_rates': 'refilled within a minute',
  'mcp.routing_vectors': 'computed from the texts of tools',
  'llm.token_reservations': 'of running turns',
  'llm.stream_parts': 'for replay within the hour',
  'llm.checkpoints': 'of running turns, which end as interrupted',
  'llm.checkpoint_blobs': 'of running turns',
  'llm.checkpoint_writes': 'of running turns',
  'llm.checkpoint_migrations': 'created with the tables',
  'mcp.literature_answers': 'a cache: fetched again',
  'mcp.literature_records': 'a cache: fetched again',
  'mcp.rate_tokens': 'refilled within a minute',
};
