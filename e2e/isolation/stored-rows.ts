import { randomUUID } from 'node:crypto';
import type { Role } from '@lectern/contracts';
import { addPrincipal } from '@lectern/testing';
import type { Pool } from 'pg';

/** Place and owner of a row. */
export interface RowOwner {
  readonly organisationId: string;
  readonly userId: string;
  /** Member of the team, reader of what is shared. */
  readonly memberId: string;
  readonly collectionId: string;
  /** Role of an invited person. */
  readonly role: Role;
  readonly isForEveryone: boolean;
}

type AddRow = (pool: Pool, owner: RowOwner) => Promise<string>;

/** Returns the id of the row. */
async function insert(
  pool: Pool,
  table: string,
  { id = randomUUID(), ...row }: Readonly<Record<string, unknown>>,
): Promise<string> {
  const columns = Object.entries({ id, ...row });
  const names = columns.map(([name]) => `"${name}"`).join(', ');
  const places = columns.map((_, at) => `$${at + 1}`).join(', ');
  const values = columns.map(([, value]) => value);
  await pool.query(`insert into ${table} (${names}) values (${places})`, values);
  return String(id);
}

const addConversation = (
  pool: Pool,
  { organisationId, userId }: Pick<RowOwner, 'organisationId' | 'userId'>,
  more: object = {},
) =>
  insert(pool, 'llm.conversations', {
    organisation_id: organisationId,
    user_id: userId,
    title: 'Private',
    mode: 'knowledge',
    ...more,
  });

const visibleTo = (isForEveryone: boolean) => ({
  visible_to_everyone: isForEveryone,
  visible_roles: [],
  visible_team_ids: [],
  created_by: 'nobody',
});

/** Adds a row of a subject by SQL. Rows that name an outside service are never asked. */
export const addRow = {
  conversation: addConversation,
  bin_entry: (pool, owner) => addConversation(pool, owner, { deleted_at: new Date() }),
  shared_conversation: (pool, { memberId, isForEveryone, ...owner }) =>
    addConversation(
      pool,
      { ...owner, userId: memberId },
      isForEveryone ? { share_audience: 'organisation' } : {},
    ),
  research: (pool, { organisationId, userId }) => {
    const id = randomUUID();
    return insert(pool, 'llm.research_runs', {
      id,
      organisation_id: organisationId,
      user_id: userId,
      query: 'Private',
      request: { query: 'Private' },
      status: 'done',
      result: {
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
      },
    });
  },
  key: (pool, { organisationId, userId }) =>
    insert(pool, 'auth.apikey', {
      configId: 'default',
      name: 'Private',
      referenceId: userId,
      key: randomUUID(),
      enabled: true,
      createdAt: new Date(),
      updatedAt: new Date(),
      metadata: JSON.stringify({ organisation_id: organisationId }),
    }),
  invitation: (pool, { organisationId, userId, role }) =>
    insert(pool, 'auth.invitation', {
      organizationId: organisationId,
      email: `${randomUUID()}@example.org`,
      role,
      status: 'pending',
      expiresAt: new Date(Date.now() + 86_400_000),
      inviterId: userId,
      token_hash: randomUUID(),
    }),
  team: async (pool, { organisationId, memberId }) => {
    const createdAt = new Date();
    const row = { name: randomUUID(), organizationId: organisationId, createdAt };
    const teamId = await insert(pool, 'auth.team', row);
    await insert(pool, 'auth."teamMember"', { teamId, userId: memberId, createdAt });
    return teamId;
  },
  mcp_server: (pool, { organisationId, isForEveryone }) =>
    insert(pool, 'mcp.mcp_servers', {
      organisation_id: organisationId,
      name: randomUUID(),
      description: '',
      url: 'https://tools.example.org/mcp',
      enabled: false,
      timeout_ms: 1_000,
      confirm: 'writes',
      ...visibleTo(isForEveryone),
    }),
  model: (pool, { organisationId, isForEveryone }) =>
    insert(pool, 'llm.model_connections', {
      organisation_id: organisationId,
      name: randomUUID(),
      provider: 'openai_compatible',
      base_url: 'https://models.example.org/v1',
      model: 'small',
      context_tokens: 8_000,
      capabilities: { tools: false, forced_tool: false, json_schema: false, vision: false },
      ...visibleTo(isForEveryone),
    }),
  prompt: (pool, { organisationId, userId, isForEveryone }) =>
    insert(pool, 'llm.prompts', {
      organisation_id: organisationId,
      user_id: userId,
      name: 'Prompt',
      text: 'Private',
      visible_to_everyone: isForEveryone,
    }),
  assistant: (pool, { organisationId, userId, isForEveryone }) =>
    insert(pool, 'llm.assistants', {
      organisation_id: organisationId,
      user_id: userId,
      name: 'Assistant',
      description: '',
      instructions: 'Private',
      visible_to_everyone: isForEveryone,
    }),
  // The budget belongs to a new person: retention removes budgets of unknown people.
  budget: async (pool, { organisationId }) => {
    const id = randomUUID();
    await addPrincipal({ pool }, { userId: id, organisationId, role: 'viewer' });
    return insert(pool, 'llm.token_budgets', {
      id,
      organisation_id: organisationId,
      scope: 'person',
      subject_id: id,
      period: 'day',
      token_limit: 1_000_000_000,
    });
  },
  evaluation_set: async (pool, { organisationId }) => {
    const set = { organisation_id: organisationId, name: randomUUID(), created_by: 'nobody' };
    const id = await insert(pool, 'rag.evaluation_sets', set);
    const question = { set_id: id, query: 'Private', created_by: 'nobody' };
    await insert(pool, 'rag.evaluation_questions', question);
    return id;
  },
  // At an address of this machine, which every run refuses at once.
  source: (pool, { organisationId, collectionId }) =>
    insert(pool, 'rag.sources', {
      organisation_id: organisationId,
      collection_id: collectionId,
      kind: 'web',
      name: randomUUID(),
      settings: { start_urls: ['https://127.0.0.1:1/'], allow: [], depth: 0 },
      created_by: 'nobody',
    }),
} as const satisfies Readonly<Record<string, AddRow>>;

export type StoredSubject = keyof typeof addRow;
