import { expect, it } from '@jest/globals';
import { createTestDatabase } from '@lectern/testing';
import { sweepTables } from './sweep-tables.ts';

it('removes what nothing asks for any more, and nothing younger', async () => {
  await using database = await createTestDatabase();
  const { pool } = database;
  await pool.query(
    `insert into auth.revocations (at, user_id)
     select now() - interval '2 hours', 'ada' from generate_series(1, 6000)`,
  );
  await pool.query(`insert into auth.revocations (user_id) values ('ada')`);
  await pool.query(
    `insert into auth.used_codes (code_hash, user_id, client_id, at)
     values ('old', 'ada', 'c', now() - interval '2 days'), ('new', 'ada', 'c', now())`,
  );
  expect(await sweepTables(pool)).toMatchObject({
    'auth.revocations': 6000,
    'auth.used_codes': 1,
  });
  const { rows } = await pool.query('select code_hash from auth.used_codes');
  expect(rows).toEqual([{ code_hash: 'new' }]);
  const left = await pool.query('select from auth.revocations');
  expect(left.rowCount).toBe(1);
});
