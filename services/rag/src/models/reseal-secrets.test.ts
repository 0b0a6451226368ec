import { expect, it } from '@jest/globals';
import { createLogger, createSealer, createSealingKey, sealingKeysSchema } from '@lectern/service';
import { startTestRag } from '../../test/start-test-rag.ts';
import { resealSecrets } from './reseal-secrets.ts';

const logger = createLogger({ name: 'test', level: 'fatal' });
const sealerOf = (...keys: string[]) => createSealer(sealingKeysSchema.parse(keys.join(',')));

it('seals secrets with the newest key, and leaves those whose key is missing', async () => {
  const [older, newest, lost] = [createSealingKey(), createSealingKey(), createSealingKey()];
  await using rag = await startTestRag();
  const { database } = rag.dependencies;
  const rows = { one: older, two: newest, three: lost };
  const ids = Object.keys(rows).map((_, at) => `00000000-0000-4000-8000-00000000000${at}`);
  for (const [at, [model, key]] of Object.entries(rows).entries()) {
    const id = ids[at] ?? '';
    const api_key = sealerOf(key).seal('planted-key', `reranker ${id}`);
    await database
      .insertInto('rag.rerankers')
      .values({ id, provider: 'cohere', model, base_url: null, api_key, created_by: 'olga' })
      .execute();
  }
  const read = () =>
    database.selectFrom('rag.rerankers').select(['id', 'api_key']).orderBy('id').execute();
  const before = await read();
  await resealSecrets(database, sealerOf(newest, older), logger);
  const after = await read();
  expect(after.map((row, at) => row.api_key === before[at]?.api_key)).toEqual([false, true, true]);
  expect(sealerOf(newest).open(after[0]?.api_key ?? '', `reranker ${ids[0]}`)).toBe('planted-key');
});
