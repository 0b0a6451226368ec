import { expect, it } from '@jest/globals';
import { createTestDatabase } from '@lectern/testing';
import { createUpstreamDatabase } from '../upstream-tables.ts';
import { ToolResults } from './tool-results.ts';

const anna = { organisationId: 'place', userId: 'anna' };
const berta = { organisationId: 'place', userId: 'berta' };
const stranger = { organisationId: 'other', userId: 'anna' };
/** Ten bytes. */
const text = 'é'.repeat(5);

it('drops the oldest results for newer ones, within bounds of a person and of an organisation', async () => {
  await using database = await createTestDatabase();
  const results = new ToolResults(createUpstreamDatabase(database.pool), {
    maxBytesOfPerson: 20,
    maxBytesOfOrganisation: 30,
  });
  const isKept = async (owner: typeof anna, id: string) =>
    (await results.read(owner, id, { offset: 0, limit: 100 }))?.text === text;
  const foreign = await results.store(stranger, text);
  const bertas = await results.store(berta, text);
  const first = await results.store(anna, text);
  const second = await results.store(anna, text);
  const third = await results.store(anna, text);
  expect(await Promise.all([first, second, third].map((id) => isKept(anna, id)))).toEqual([
    false,
    true,
    true,
  ]);
  expect(await isKept(berta, bertas)).toBe(true);

  const last = await results.store(berta, text);
  expect(await Promise.all([bertas, last].map((id) => isKept(berta, id)))).toEqual([false, true]);
  expect(await Promise.all([second, third].map((id) => isKept(anna, id)))).toEqual([true, true]);
  expect(await isKept(stranger, foreign)).toBe(true);
});

it('drops results of who keeps most, not those of others', async () => {
  await using database = await createTestDatabase();
  const results = new ToolResults(createUpstreamDatabase(database.pool), {
    maxBytesOfPerson: 40,
    maxBytesOfOrganisation: 40,
  });
  const only = await results.store(berta, text);
  const ids = [];
  for (let kept = 0; kept < 4; kept += 1) ids.push(await results.store(anna, text));
  const read = (owner: typeof anna, id: string) => results.read(owner, id, { offset: 0, limit: 1 });
  expect(await read(berta, only)).toBeDefined();
  const found = await Promise.all(ids.map((id) => read(anna, id)));
  expect(found.map((one) => one !== undefined)).toEqual([false, true, true, true]);
});
