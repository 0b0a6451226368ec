import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createMcpServerSchema } from '@lectern/contracts';
import { createSealer } from '@lectern/service';
import { addPrincipal, createTestDatabase, type TestDatabase } from '@lectern/testing';
import { createServerQuota, McpServers } from '../servers/mcp-servers.ts';
import { createUpstreamDatabase, type UpstreamDatabase } from '../upstream-tables.ts';
import { McpCatalogue } from './mcp-catalogue.ts';

const sealer = createSealer([{ id: 'k', key: randomBytes(32) }]);
const serverQuota = createServerQuota(6);
let database: TestDatabase;
let registry: UpstreamDatabase;
let servers: McpServers;
let catalogue: McpCatalogue;

beforeAll(async () => {
  database = await createTestDatabase();
  registry = createUpstreamDatabase(database.pool);
  servers = new McpServers(registry, sealer, serverQuota);
  catalogue = new McpCatalogue(registry, sealer);
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

async function addOwner() {
  const owner = { userId: randomUUID(), organisationId: randomUUID() };
  await addPrincipal(database, { ...owner, role: 'owner' });
  return owner;
}
type Owner = Awaited<ReturnType<typeof addOwner>>;

const register = (owner: Owner, name: string) =>
  servers.create(
    owner,
    createMcpServerSchema.parse({ name, url: 'https://tools.example.org/mcp' }),
  );

describe('the registry of several organisations', () => {
  it('reads a server of one though more of another one are due and came first', async () => {
    const [many, one] = [await addOwner(), await addOwner()];
    for (const name of ['a', 'b', 'c', 'd', 'e']) await register(many, name);
    const id = await register(one, 'own');
    const claimed = await catalogue.claimDue(3);
    expect(claimed).toHaveLength(3);
    expect(claimed.map((server) => server.id)).toContain(id);
    const [first, second] = await Promise.all([catalogue.claimDue(2), catalogue.claimDue(2)]);
    const ids = [...claimed, ...first, ...second].map((server) => server.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('reads the next ones that are due while another process is taking the first ones', async () => {
    const owner = await addOwner();
    for (const name of ['a', 'b', 'c', 'd']) await register(owner, name);
    const { first, second } = await registry.transaction().execute(async (transaction) => ({
      first: await new McpCatalogue(transaction, sealer).claimDue(2),
      second: await catalogue.claimDue(2),
    }));
    const names = [...first, ...second].map(({ name }) => name);
    expect(names.toSorted()).toEqual(['a', 'b', 'c', 'd']);
    expect(first).toHaveLength(2);
  });

  it('takes as many servers as an organisation may have, also of many at once', async () => {
    const owner = await addOwner();
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
    const made = await Promise.allSettled(names.map((name) => register(owner, name)));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
    expect(await serverQuota.loadUse(registry, owner.organisationId)).toMatchObject({ used: 6 });
    await expect(register(owner, 'j')).rejects.toMatchObject({
      code: 'quota_exceeded',
      details: { quota: 'mcp_servers', used: 6, limit: 6 },
    });
  });
});
