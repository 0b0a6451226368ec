import { afterAll, beforeEach, expect, it } from '@jest/globals';
import { createTestDatabase } from '@lectern/testing';
import { createDatabase } from '../database/tables.ts';
import { createAuditLog } from './audit-log.ts';
import { verifyChain } from './verify-chain.ts';

const test = await createTestDatabase();
afterAll(async () => test[Symbol.asyncDispose]());
const database = createDatabase(test.pool);
const auditLog = createAuditLog(database);

const add = (target: string) =>
  auditLog.add({ organisationId: 'acme', action: 'key.created', target });
/** Runs SQL as somebody who may switch the triggers of the table off. */
const forge = (statement: string) =>
  test.pool.query(`
    alter table auth.audit_log disable trigger all; ${statement};
    alter table auth.audit_log enable trigger all`);
const idOf = async (target: string) =>
  (await test.pool.query('select id from auth.audit_log where target = $1', [target])).rows[0].id;

beforeEach(async () => {
  await forge('delete from auth.audit_log');
  await Promise.all(Array.from({ length: 20 }, (_, n) => add(`k${n}`)));
});

it('verifies events that were added at once, in the order of their ids', async () => {
  const { rows } = await test.pool.query('select id::int from auth.audit_log order by id');
  expect(rows.map(({ id }) => id)).toEqual(rows.map((_, place) => rows[0].id + place));
  expect(await verifyChain(database, {})).toMatchObject({ events: 20, broken_id: null });
});

it.each([
  `update auth.audit_log set target = 'another' where target = 'k7'`,
  `update auth.audit_log set at = at + interval '1 microsecond' where target = 'k7'`,
  `update auth.audit_log set details = '{"a": 1}' where target = 'k7'`,
  `update auth.audit_log set organisation_id = null where target = 'k7'`,
])('finds the event changed by %s', async (statement) => {
  const id = await idOf('k7');
  await forge(statement);
  expect(await verifyChain(database, {})).toMatchObject({ broken_id: id });
});

it('finds the place of a removed event', async () => {
  const { last_id } = await verifyChain(database, {});
  await forge(`delete from auth.audit_log where id = ${last_id} - 5`);
  expect(await verifyChain(database, {})).toMatchObject({
    broken_id: String(Number(last_id) - 4),
  });
});

it('finds events removed at the end by what an earlier verification gave', async () => {
  const { last_id, hash } = await verifyChain(database, {});
  const expected = { id: last_id, hash };
  await add('later');
  expect(await verifyChain(database, { expected })).toMatchObject({ events: 21, broken_id: null });
  await forge(`delete from auth.audit_log where id >= ${last_id}`);
  expect(await verifyChain(database, { expected })).toMatchObject({
    events: 19,
    broken_id: last_id,
  });
  await add('in its place');
  expect(await verifyChain(database, { expected })).toMatchObject({ broken_id: last_id });
});

it('goes on from what was removed after its retention', async () => {
  await forge(
    `update auth.audit_log set at = at - interval '40 days' where id < (select max(id) from auth.audit_log)`,
  );
  await test.pool.query(`select auth.remove_audit_events(interval '30 days', 9223372036854775807)`);
  await add('later');
  const { rows } = await test.pool.query('select target from auth.audit_log order by id');
  expect(rows).toHaveLength(2);
  // The remaining event was chained before the others were changed.
  expect(await verifyChain(database, {})).toMatchObject({ events: 2, broken_id: null });
});
