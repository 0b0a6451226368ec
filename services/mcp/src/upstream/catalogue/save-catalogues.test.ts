import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { createSealer, createSealingKey, sealingKeysSchema } from '@lectern/service';
import { createTestDatabase } from '@lectern/testing';
import { createUpstreamDatabase } from '../upstream-tables.ts';
import { McpCatalogue } from './mcp-catalogue.ts';

const offer = { instructions: '', tools: [], prompts: [], resources: [] };
const sealer = createSealer(sealingKeysSchema.parse(createSealingKey()));

it('leaves connections to the database for others while many catalogues are stored', async () => {
  await using database = await createTestDatabase();
  const { pool } = database;
  // Open connections are acquired at once, however slowly the server opens others.
  for (const client of await Promise.all(Array.from({ length: 5 }, () => pool.connect()))) {
    client.release();
  }
  let held = 0;
  let mostHeld = 0;
  pool.on('acquire', () => {
    held += 1;
    mostHeld = Math.max(mostHeld, held);
  });
  pool.on('release', () => {
    held -= 1;
  });
  const catalogue = new McpCatalogue(createUpstreamDatabase(pool), sealer);
  const saved = Array.from({ length: 20 }, () =>
    catalogue.saveCatalogue({ id: randomUUID(), organisationId: 'place' }, offer),
  );
  expect(await Promise.all(saved)).toEqual(Array.from({ length: 20 }, () => 0));
  expect(mostHeld).toBe(3);
});

it('takes turns between organisations, however many catalogues of one wait', async () => {
  await using database = await createTestDatabase();
  const catalogue = new McpCatalogue(createUpstreamDatabase(database.pool), sealer);
  const saved: string[] = [];
  const save = async (organisationId: string) => {
    await catalogue.saveCatalogue({ id: randomUUID(), organisationId }, offer);
    saved.push(organisationId);
  };
  await Promise.all([...Array.from({ length: 20 }, () => save('many')), save('one')]);
  expect(saved.indexOf('one')).toBeLessThan(8);
});
