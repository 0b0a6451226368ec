import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@lectern/testing';
import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely';
import { toComposed } from './to-composed.ts';

describe('toComposed', () => {
  let test: TestDatabase;
  let database: Kysely<object>;

  beforeAll(async () => {
    test = await createTestDatabase();
    database = new Kysely({ dialect: new PostgresDialect({ pool: test.pool }) });
  });
  afterAll(async () => {
    await test[Symbol.asyncDispose]();
  });

  it.each(['', 'Report', 'Übergröße', 'Ubergro\u{308}ße', 'и\u{306}', '\u{1100}\u{1161}'])(
    'composes %j',
    async (text) => {
      const { rows } = await sql<{ text: string }>`
        select ${toComposed(sql`given`)} as text from (values (${text}::text)) as v (given)`.execute(
        database,
      );
      expect(rows).toEqual([{ text: text.normalize('NFC') }]);
    },
  );

  it('takes a fraction of the time of composing where nothing has to be composed', async () => {
    const measure = async (toText: (text: RawBuilder<unknown>) => RawBuilder<string>) => {
      const started = performance.now();
      await sql`select sum(char_length(${toText(sql`given`)}))
        from (select repeat('a', 300) || i as given from generate_series(1, 20000) i) v`.execute(
        database,
      );
      return performance.now() - started;
    };
    const composing = await measure((text) => sql<string>`normalize(${text}, NFC)`);
    expect(await measure(toComposed)).toBeLessThan(composing / 2);
  });
});
