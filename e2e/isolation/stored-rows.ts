import { randomUUID } from 'node:crypto';
import type { Role } from '@lectern/contracts';
import { addPrincipal } from '@lectern/testing';
import type { Pool } from 'pg';

export async function addConversation(
  pool: Pool,
  organisationId: string,
  userId: string,
): Promise<string> {
  const id = randomUUID();
  await pool.query(
    `insert into llm.conversations (id, organisation_id, user_id, title, mode)
     values ($1, $2, $3, 'Private', 'knowledge')`,
    [id, organisationId, userId],
  );
  return id;
}

/** A conversation that everybody of the organisation may read. */
export async function addSharedConversation(
  pool: Pool,
  organisationId: string,
  userId: string,
): Promise<string> {
  const id = await addConversation(pool, organisationId, userId);
  await pool.query("update llm.conversations set share_audience = 'organisation' where id = $1", [
    id,
  ]);
  return id;
}

/** A deleted conversation. */
export async function addBinEntry(
  pool: Pool,
  organisationId: string,
  userId: string,
): Promise<string> {
  const id = await addConversation(pool, organisationId, userId);
  await pool.query('update llm.conversations set deleted_at = now() where id = $1', [id]);
  return id;
}

/** A research run that found nothing. */
export async function addResearch(
  pool: Pool,
  organisationId: string,
  userId: string,
): Promise<string> {
  const id = randomUUID();
  const result = {
    query: 'Private',
    answer: 'Nothing was found.',
    abstained: true,
    citations: [],
    tables: { publications: [], trials: [], documents: [], disagreements: [] },
    orchestrator_checkpoint_id: id,
    checkpoint_id: id,
    partial: false,
    missing: [],
    frame: { intent: 'recent_pubs_by_topic' },
    removed: [],
    warnings: [],
    trace: { tool_calls: [], cache_hits: {}, latencies: {}, errors: {}, node_path: [] },
  };
  await pool.query(
    `insert into llm.research_runs (id, organisation_id, user_id, query, request, status, result)
     values ($1, $2, $3, 'Private', '{"query": "Private"}', 'done', $4)`,
    [id, organisationId, userId, JSON.stringify(result)],
  );
  return id;
}

/** A key that nobody knows. */
export async function addKey(pool: Pool, organisationId: string, userId: string): Promise<string> {
  const id = randomUUID();
  await pool.query(
    `insert into auth.apikey (id, "configId", name, "referenceId", key, enabled, "createdAt",
       "updatedAt", metadata)
     values ($1, 'default', 'Private', $2, $3, true, now(), now(), $4)`,
    [id, userId, randomUUID(), JSON.stringify({ organisation_id: organisationId })],
  );
  return id;
}

export async function addInvitation(
  pool: Pool,
  {
    organisationId,
    inviterId,
    role,
  }: { readonly organisationId: string; readonly inviterId: string; readonly role: Role },
): Promise<string> {
  const id = randomUUID();
  await pool.query(
    `insert into auth.invitation (id, "organizationId", email, role, status, "expiresAt",
       "inviterId", token_hash)
     values ($1, $2, $3, $4, 'pending', now() + interval '1 day', $5, $6)`,
    [id, organisationId, `${id}@example.org`, role, inviterId, randomUUID()],
  );
  return id;
}

/** A team with one member. */
export async function addTeam(pool: Pool, organisationId: string, userId: string): Promise<string> {
  const id = randomUUID();
  await pool.query(
    `insert into auth.team (id, name, "organizationId", "createdAt") values ($1, $1, $2, now())`,
    [id, organisationId],
  );
  await pool.query(
    `insert into auth."teamMember" (id, "teamId", "userId", "createdAt") values ($1, $2, $3, now())`,
    [randomUUID(), id, userId],
  );
  return id;
}

/** An MCP server that is never asked. */
export async function addMcpServer(
  pool: Pool,
  organisationId: string,
  isForEveryone: boolean,
): Promise<string> {
  const id = randomUUID();
  await pool.query(
    `insert into mcp.mcp_servers (id, organisation_id, name, description, url, enabled,
       visible_to_everyone, visible_roles, visible_team_ids, timeout_ms, confirm, created_by)
     values ($1::uuid, $2, ($1::uuid)::text, '', 'https://tools.example.org/mcp', false, $3, '{}', '{}', 1000,
       'writes', 'nobody')`,
    [id, organisationId, isForEveryone],
  );
  return id;
}

/** A model that is never asked. */
export async function addModel(
  pool: Pool,
  organisationId: string,
  isForEveryone: boolean,
): Promise<string> {
  const id = randomUUID();
  await pool.query(
    `insert into llm.model_connections (id, organisation_id, name, provider, base_url, model,
       context_tokens, capabilities, visible_to_everyone, visible_roles, visible_team_ids,
       created_by)
     values ($1::uuid, $2, ($1::uuid)::text, 'openai_compatible', 'https://models.example.org/v1',
       'small', 8000, '{"tools": false, "forced_tool": false, "json_schema": false,
       "vision": false}', $3, '{}', '{}', 'nobody')`,
    [id, organisationId, isForEveryone],
  );
  return id;
}

/** A prompt for everybody, or for its author and admins alone. */
export async function addPrompt(
  pool: Pool,
  { organisationId, userId }: { readonly organisationId: string; readonly userId: string },
  isForEveryone: boolean,
): Promise<string> {
  const id = randomUUID();
  await pool.query(
    `insert into llm.prompts (id, organisation_id, user_id, name, text, visible_to_everyone)
     values ($1, $2, $3, 'Prompt', 'Private', $4)`,
    [id, organisationId, userId, isForEveryone],
  );
  return id;
}

/** An assistant for everybody, or for its author and admins alone. */
export async function addAssistant(
  pool: Pool,
  { organisationId, userId }: { readonly organisationId: string; readonly userId: string },
  isForEveryone: boolean,
): Promise<string> {
  const id = randomUUID();
  await pool.query(
    `insert into llm.assistants
       (id, organisation_id, user_id, name, description, instructions, visible_to_everyone)
     values ($1, $2, $3, 'Assistant', '', 'Private', $4)`,
    [id, organisationId, userId, isForEveryone],
  );
  return id;
}

/** A budget of an unused person, since retention removes the budgets of unknown people. */
export async function addBudget(pool: Pool, organisationId: string): Promise<string> {
  const id = randomUUID();
  await addPrincipal({ pool }, { userId: id, organisationId, role: 'viewer' });
  await pool.query(
    `insert into llm.token_budgets (id, organisation_id, scope, subject_id, period, token_limit)
     values ($1::uuid, $2, 'person', ($1::uuid)::text, 'day', 1000000000)`,
    [id, organisationId],
  );
  return id;
}

/** A set with a question that has no right answer. */
export async function addEvaluationSet(pool: Pool, organisationId: string): Promise<string> {
  const id = randomUUID();
  await pool.query(
    `insert into rag.evaluation_sets (id, organisation_id, name, created_by)
     values ($1::uuid, $2, ($1::uuid)::text, 'nobody')`,
    [id, organisationId],
  );
  await pool.query(
    `insert into rag.evaluation_questions (id, set_id, query, created_by)
     values ($1, $2, 'Private', 'nobody')`,
    [randomUUID(), id],
  );
  return id;
}

/** A website at an address of this machine, which every run refuses at once. */
export async function addSource(
  pool: Pool,
  organisationId: string,
  collectionId: string,
): Promise<string> {
  const id = randomUUID();
  await pool.query(
    `insert into rag.sources (id, organisation_id, collection_id, kind, name, settings, created_by)
     values ($1::uuid, $2, $3, 'web', ($1::uuid)::text, $4, 'nobody')`,
    [
      id,
      organisationId,
      collectionId,
      JSON.stringify({ start_urls: ['https://127.0.0.1:1/'], allow: [], depth: 0 }),
    ],
  );
  return id;
}
