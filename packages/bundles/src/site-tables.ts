/** A table whose rows an archive holds. */
export interface CarriedTable {
  /** With its schema. */
  readonly name: string;
  /** Columns that stay behind; they get their defaults. */
  readonly without?: readonly string[];
  /** An expression: rows that others of the same table refer to come first. */
  readonly order?: string;
}

/** In the order in which they are loaded: what is referred to comes first. */
export const carriedTables: readonly CarriedTable[] = [
  // The factor's secret is encrypted with the old site's; people turn it on again.
  { name: 'auth.user', without: ['twoFactorEnabled'] },
  {
    name: 'auth.account',
    // Of an outside identity provider, encrypted with the old site's secret.
    without: [
      'accessToken',
      'refreshToken',
      'idToken',
      'accessTokenExpiresAt',
      'refreshTokenExpiresAt',
    ],
  },
  // Good at the same public address alone, which they are bound to.
  { name: 'auth.passkey' },
  { name: 'auth.organization' },
  { name: 'auth.team' },
  { name: 'auth.teamMember' },
  { name: 'auth.member' },
  { name: 'auth.invitation' },
  { name: 'auth.apikey' },
  { name: 'auth.oauthClient' },
  // The key that it may name is one of `auth.jwks`.
  { name: 'auth.oauthResource', without: ['signingKeyId'] },
  { name: 'auth.oauthClientResource' },
  { name: 'auth.oauthConsent' },
  { name: 'auth.audit_log' },
  { name: 'rag.collections', order: 'cardinality(path)' },
  { name: 'rag.grants' },
  // The lease of a worker that the new site does not have.
  { name: 'rag.documents', without: ['claimed_by', 'claimed_until'] },
  { name: 'rag.revisions' },
  { name: 'rag.chunks' },
  { name: 'rag.words' },
  { name: 'rag.evaluation_sets' },
  { name: 'rag.evaluation_questions' },
  { name: 'rag.evaluation_answers' },
  { name: 'rag.evaluation_runs' },
  { name: 'llm.conversations' },
  { name: 'llm.turns' },
  { name: 'llm.tool_calls' },
  { name: 'llm.research_runs' },
  {
    name: 'llm.mcp_servers',
    // Sealed with the old site's key; owners write them again.
    without: ['credentials', 'header_names', 'has_oauth', 'revision', 'refresh_at', 'retry_at'],
  },
  { name: 'llm.mcp_tools' },
  { name: 'llm.mcp_tool_settings' },
];

/** Tables whose rows stay behind, and why. */
export const leftTables: Readonly<Record<string, string>> = {
  'auth.session': 'cookies are signed with the old secret; people sign in again',
  'auth.twoFactor': 'encrypted with the old secret; people turn it on again',
  'auth.second_factor_codes': 'of second factors, which stay behind',
  'auth.verification': 'ends within minutes',
  'auth.one_time_tokens': 'ends within minutes',
  'auth.jwks': 'encrypted with the old secret; made anew at the first token',
  'auth.oauthRefreshToken': 'belongs to a session; clients ask for consent again',
  'auth.oauthAccessToken': 'ends within minutes',
  'auth.oauthClientAssertion': 'ends within minutes',
  'auth.revocations': 'ends what was open on the old site',
  'auth.used_codes': 'ends within minutes',
  'auth.rate_limits': 'everybody starts full',
  'auth.call_counts': 'of calls that are open now',
  'auth.idempotency_keys': 'sealed with the old secret; ends within a day',
  'rag.outbox': 'the reconciler publishes unfinished work again',
  'rag.index_generations': 'names an index that the new site does not have',
  'rag.site': 'begins the names of indexes; the new site has its own',
  'rag.dropped_indexes': 'names indexes that the new site does not have',
  'rag.parse_use': 'work of the last hours; everybody starts anew',
  'rag.document_use': 'counted as the documents are loaded',
  'rag.leftovers': 'counted anew within the hour',
  'rag.workers': 'the workers of the old site; those of the new one say so themselves',
  'llm.tool_results': 'for their callers within the hour',
  'llm.tool_confirmations': 'of calls that wait for minutes',
  'llm.tool_call_rates': 'full again within a minute',
  'llm.routing_vectors': 'made from the texts of tools',
  'llm.stream_parts': 'for replay within the hour; made from the turn',
  'llm.checkpoints': 'of running turns, which end as interrupted',
  'llm.checkpoint_blobs': 'of running turns',
  'llm.checkpoint_writes': 'of running turns',
  'llm.checkpoint_migrations': 'made with the tables',
  'mcp.literature_answers': 'a cache: fetched again',
  'mcp.literature_records': 'a cache: fetched again',
  'mcp.rate_tokens': 'come back within the minute',
};
