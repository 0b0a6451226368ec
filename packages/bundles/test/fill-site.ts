import { randomUUID } from 'node:crypto';
import type { BlobStore } from '@lectern/blobs';
import type { Pool } from 'pg';

/** Text with everything that a format of rows might stumble over. */
export const awkwardText = 'tab\there\nnext line\\N and \\. and "quotes", NULL, Grüße, 知识, 🦊';

export interface FilledSite {
  readonly original: Buffer;
  readonly documentId: string;
}

/** A row or more in every table that an archive holds, in two organisations. */
export async function fillSite(
  pool: Pool,
  blobs: BlobStore,
  original = Buffer.from(`original ${randomUUID()}`),
): Promise<FilledSite> {
  const stored = await blobs.put(original);
  const parsed = await blobs.put(Buffer.from(`parsed ${randomUUID()}`));
  const [parent, child, documentId, revision, conversation, turn] = Array.from({ length: 6 }, () =>
    randomUUID(),
  ) as [string, string, string, string, string, string];
  const insert = async (table: string, row: Readonly<Record<string, unknown>>) => {
    const names = Object.keys(row).map((name) => `"${name}"`);
    const values = Object.keys(row).map((_, index) => `$${index + 1}`);
    await pool.query(
      `insert into ${table} (${names.join(', ')}) values (${values.join(', ')})`,
      Object.values(row),
    );
  };
  const now = new Date('2026-01-02T03:04:05.678Z');
  const stamps = { createdAt: now, updatedAt: now };

  await insert('auth."user"', {
    id: 'ann',
    name: awkwardText,
    email: 'ann@example.org',
    emailVerified: true,
    ...stamps,
  });
  await insert('auth.account', {
    id: 'account',
    accountId: 'ann',
    providerId: 'credential',
    userId: 'ann',
    password: 'hash:of:a:password',
    accessToken: 'encrypted with the secret',
    ...stamps,
  });
  await insert('auth.passkey', {
    id: 'passkey',
    name: 'Laptop',
    publicKey: 'a public key',
    userId: 'ann',
    credentialID: 'credential',
    counter: 3_000_000_000,
    deviceType: 'multiDevice',
    backedUp: true,
  });
  for (const id of ['first', 'second']) {
    await insert('auth.organization', { id, name: id, slug: id, createdAt: now });
    await insert('auth.member', {
      id: `member-${id}`,
      organizationId: id,
      userId: 'ann',
      role: 'owner',
      createdAt: now,
    });
  }
  await insert('auth.team', { id: 'team', name: 'Team', organizationId: 'first', createdAt: now });
  await insert('auth."teamMember"', { id: 'in-team', teamId: 'team', userId: 'ann' });
  await insert('auth.invitation', {
    id: 'invitation',
    organizationId: 'first',
    email: 'bob@example.org',
    status: 'pending',
    expiresAt: now,
    inviterId: 'ann',
    token_hash: 'hash of a token',
  });
  await insert('auth.apikey', {
    id: 'key',
    configId: 'default',
    referenceId: 'ann',
    key: 'hash of a key',
    ...stamps,
  });
  await insert('auth.scim_tokens', {
    id: 'scim',
    organisation_id: 'first',
    name: 'Directory',
    token_hash: 'hash of a token',
  });
  await insert('auth.sign_in_domains', {
    organisation_id: 'first',
    domain: 'example.org',
    token: 'record',
    verified_at: now,
  });
  await insert('auth.sign_in_settings', {
    organisation_id: 'first',
    issuer: 'https://id.example.org',
    client_id: 'lectern',
    client_secret: 'sealed',
    enforced: true,
    max_session_hours: 24,
  });
  await insert('auth."oauthClient"', { id: 'client', clientId: 'client', redirectUris: '["x"]' });
  await insert('auth."oauthResource"', {
    id: 'resource',
    identifier: 'http://old/mcp',
    name: 'MCP',
    signingKeyId: 'an old key',
  });
  await insert('auth."oauthClientResource"', {
    id: 'link',
    clientId: 'client',
    resourceId: 'http://old/mcp',
  });
  await insert('auth."oauthConsent"', {
    id: 'consent',
    clientId: 'client',
    userId: 'ann',
    scopes: '["mcp"]',
    ...stamps,
  });
  await insert('auth.session', {
    id: 'session',
    expiresAt: now,
    token: 'a session',
    userId: 'ann',
    ...stamps,
  });
  await insert('auth."twoFactor"', {
    id: 'factor',
    secret: 'encrypted',
    backupCodes: 'encrypted',
    userId: 'ann',
  });
  await insert('auth.jwks', {
    id: 'an old key',
    publicKey: 'public',
    privateKey: 'encrypted',
    createdAt: now,
  });
  await insert('auth."oauthRefreshToken"', {
    id: 'refresh',
    token: 'hash of a token',
    clientId: 'client',
    sessionId: 'session',
    userId: 'ann',
    expiresAt: now,
    createdAt: now,
    scopes: '["mcp"]',
  });
  await insert('auth.audit_removals', { last_id: 7, last_hash: 'ab' });
  await insert('auth.audit_exports', { last_id: 7 });
  await insert('auth.audit_log', { action: 'sign_in', actor_id: 'ann', details: '{"a": 1}' });

  const collection = { organisation_id: 'first', created_by: 'ann' };
  await insert('rag.collections', {
    ...collection,
    id: parent,
    name: 'Above',
    path: [parent],
    grant_path: [parent],
  });
  await insert('rag.collections', {
    ...collection,
    id: child,
    parent_id: parent,
    name: 'Below',
    path: [parent, child],
    grant_path: [child],
    inherit: false,
  });
  await insert('rag.grants', {
    collection_id: child,
    grantee_type: 'team',
    grantee_id: 'team',
    permission: 'read',
  });
  const binned = randomUUID();
  await insert('rag.bin_entries', {
    id: binned,
    organisation_id: 'first',
    kind: 'collection',
    name: 'Deleted',
    grant_path: [binned],
    inherit: true,
    document_count: 0,
    size: 0,
    deleted_by: 'ann',
    deleted_at: now,
  });
  await insert('rag.bin_collections', {
    id: binned,
    bin_id: binned,
    name: 'Deleted',
    description: '',
    settings: '{}',
    inherit: true,
    level: 0,
    created_by: 'ann',
    created_at: now,
    updated_at: now,
  });
  await insert('rag.bin_grants', {
    collection_id: binned,
    grantee_type: 'team',
    grantee_id: 'team',
    permission: 'read',
  });
  await insert('rag.documents', {
    id: documentId,
    organisation_id: 'first',
    collection_id: child,
    title: awkwardText,
    metadata: JSON.stringify({ text: awkwardText, nothing: null }),
    size: stored.size,
    sha256: stored.sha256,
    status: 'parsing',
    active_revision: revision,
    claimed_by: randomUUID(),
    claimed_until: now,
    created_by: 'ann',
  });
  await insert('rag.revisions', {
    id: revision,
    organisation_id: 'first',
    document_id: documentId,
    version: 1,
    sha256: stored.sha256,
    parsed_sha256: parsed.sha256,
    parser_version: '1',
  });
  await insert('rag.words', { organisation_id: 'first', word: '-4611686018427387905' });
  await insert('rag.chunks', {
    id: randomUUID(),
    organisation_id: 'first',
    document_id: documentId,
    revision,
    position: 0,
    text: awkwardText,
    start_offset: 0,
    end_offset: 10,
    section: ['One, "two"', 'Three\nfour'],
    token_count: 3,
    kind: 'text',
  });
  await insert('rag.passage_edits', {
    id: randomUUID(),
    organisation_id: 'first',
    document_id: documentId,
    original_text: awkwardText,
    start_offset: 0,
    text: awkwardText,
    edited_by: 'ann',
  });
  const evaluationSet = randomUUID();
  const evaluationQuestion = randomUUID();
  await insert('rag.evaluation_sets', {
    id: evaluationSet,
    organisation_id: 'first',
    name: awkwardText,
    created_by: 'ann',
  });
  await insert('rag.evaluation_questions', {
    id: evaluationQuestion,
    set_id: evaluationSet,
    query: awkwardText,
    created_by: 'ann',
  });
  await insert('rag.evaluation_answers', {
    id: randomUUID(),
    question_id: evaluationQuestion,
    document_id: documentId,
    version: 1,
    start_offset: 0,
    end_offset: 10,
  });
  await insert('rag.removed_documents', {
    id: randomUUID(),
    organisation_id: 'first',
    sha256: 'c'.repeat(64),
  });
  const source = randomUUID();
  await insert('rag.sources', {
    id: source,
    organisation_id: 'first',
    collection_id: child,
    kind: 'folder',
    name: awkwardText,
    settings: '{"path": "/srv/files"}',
    credentials: 'sealed',
    created_by: 'ann',
  });
  await insert('rag.source_entries', {
    source_id: source,
    key: 'a'.repeat(64),
    entry_id: awkwardText,
    path: awkwardText,
    sha256: 'b'.repeat(64),
    document_id: documentId,
    run_id: randomUUID(),
  });
  await insert('rag.reader_collections', {
    source_id: source,
    readers: 'c'.repeat(64),
    collection_id: child,
  });
  await insert('rag.evaluation_runs', {
    id: randomUUID(),
    organisation_id: 'first',
    set_id: evaluationSet,
    status: 'done',
    settings: '[{"mode": "hybrid"}]',
    total: 1,
    created_by: 'ann',
  });
  await insert('llm.conversations', {
    id: conversation,
    organisation_id: 'first',
    user_id: 'ann',
    title: awkwardText,
    mode: 'knowledge',
  });
  await insert('llm.turns', {
    id: turn,
    conversation_id: conversation,
    organisation_id: 'first',
    user_id: 'ann',
    client_message_id: 'm',
    question: awkwardText,
    status: 'done',
    citations: 'null',
  });
  await insert('llm.research_runs', {
    id: randomUUID(),
    organisation_id: 'first',
    user_id: 'ann',
    query: 'What is known of fevers?',
    request: '{"query": "What is known of fevers?"}',
    status: 'done',
  });
  await insert('llm.tool_calls', {
    id: randomUUID(),
    turn_id: turn,
    position: 0,
    server: 'mcp',
    tool: 'search',
    arguments: '{}',
    status: 'ok',
    forced: false,
    duration_ms: 1,
    result_bytes: 2,
    result: 'null',
    summary: '',
  });
  await insert('llm.model_connections', {
    id: randomUUID(),
    organisation_id: 'first',
    name: 'local',
    provider: 'openai_compatible',
    base_url: 'http://127.0.0.1:11434/v1',
    model: 'small',
    api_key: 'sealed with the old key',
    context_tokens: 8_000,
    capabilities: '{}',
    visible_to_everyone: true,
    visible_roles: '{}',
    visible_team_ids: '{}',
    created_by: 'ann',
  });
  await insert('llm.model_usage', {
    organisation_id: 'first',
    day: '2026-05-17',
    user_id: 'ann',
    connection_id: randomUUID(),
    connection_name: 'local',
    model: 'small',
    calls: 2,
    failed_calls: 0,
    estimated_calls: 1,
    tokens_in: 300,
    tokens_out: 40,
    duration_ms: 900,
  });
  await insert('llm.prompts', {
    id: randomUUID(),
    organisation_id: 'first',
    user_id: 'ann',
    name: 'Summary',
    text: 'Summarise the file.',
  });
  await insert('llm.assistants', {
    id: randomUUID(),
    organisation_id: 'first',
    user_id: 'ann',
    name: 'Contracts',
    description: '',
    instructions: 'Name the clause.',
  });
  await insert('llm.token_budgets', {
    id: randomUUID(),
    organisation_id: 'first',
    scope: 'organisation',
    subject_id: '',
    period: 'month',
    token_limit: 1_000_000,
  });
  const server = randomUUID();
  await insert('mcp.mcp_servers', {
    id: server,
    organisation_id: 'first',
    name: 'weather',
    description: '',
    url: 'https://weather.example.org/mcp',
    credentials: 'sealed with the old key',
    header_names: '{x-key}',
    enabled: true,
    visible_to_everyone: true,
    visible_roles: '{}',
    visible_team_ids: '{}',
    timeout_ms: 30_000,
    confirm: 'writes',
    created_by: 'ann',
  });
  await insert('mcp.mcp_tools', {
    server_id: server,
    name: 'forecast',
    position: 0,
    definition: '{}',
    digest: 'd',
  });
  await insert('llm.mcp_tool_settings', { organisation_id: 'first', offered_to_agents: false });
  return { original, documentId };
}
