import { afterEach, expect, it } from '@jest/globals';
import { createTestDatabase, eventually, type TestDatabase } from '@lectern/testing';
import { createLogger } from '../logger.ts';
import { listenToChannel } from './listen-to-channel.ts';

const applicationName = 'listener';
const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function openListener({ url }: TestDatabase) {
  const seen = { messages: [] as string[], failedTries: 0, reconnects: 0 };
  const logger = createLogger({ name: 'test', level: 'silent' });
  logger.warn = () => {
    seen.failedTries += 1;
  };
  await listenToChannel(
    {
      url,
      channel: 'news',
      applicationName,
      logger,
      onMessage: (payload) => seen.messages.push(payload),
      onReconnect: () => {
        seen.reconnects += 1;
      },
    },
    (close) => closers.push(close),
  );
  return seen;
}

it('listens once again after the database was away for several tries', async () => {
  await using database = await createTestDatabase();
  await using other = await createTestDatabase();
  const { pool } = other;
  const name = new URL(database.url).pathname.slice(1);
  const seen = await openListener(database);

  await pool.query(`alter database ${name} with allow_connections false`);
  await pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
    [applicationName],
  );
  await eventually(() => seen.failedTries >= 2);
  await pool.query(`alter database ${name} with allow_connections true`);
  await eventually(() => seen.reconnects > 0);
  await database.pool.query(`notify news, 'first'`);
  await eventually(() => seen.messages.length > 0);

  const { rows } = await pool.query('select 1 from pg_stat_activity where application_name = $1', [
    applicationName,
  ]);
  expect(rows).toHaveLength(1);
  expect(seen).toMatchObject({ messages: ['first'], reconnects: 1 });
});
