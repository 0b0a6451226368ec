import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readBeir } from './beir.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-beir-'));
  await writeFile(
    join(folder, 'corpus.jsonl'),
    '{"_id":"d1","title":"Wings","text":"Lift and drag"}\n\n{"_id":"d2","text":"Boats"}\n',
  );
  await writeFile(
    join(folder, 'queries.jsonl'),
    '{"_id":"q1","text":"lift"}\r\n{"_id":"q2","text":"unjudged"}\r\n{"_id":"q3","text":"none"}\r\n',
  );
  await writeFile(
    join(folder, 'qrels.tsv'),
    'query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t0\nq3\td2\t0\n',
  );
});
afterEach(() => rm(folder, { recursive: true }));

describe('readBeir', () => {
  it('reads documents and the queries that have a relevant document', async () => {
    expect(await readBeir(folder)).toEqual({
      documents: [
        { id: 'd1', title: 'Wings', text: 'Lift and drag' },
        { id: 'd2', title: '', text: 'Boats' },
      ],
      queries: [
        {
          id: 'q1',
          text: 'lift',
          judgements: new Map([
            ['d1', 2],
            ['d2', 0],
          ]),
        },
      ],
    });
  });

  it('reads judgements without a header line', async () => {
    await writeFile(join(folder, 'qrels.tsv'), 'q2\td2\t1\n');
    expect((await readBeir(folder)).queries.map(({ id }) => id)).toEqual(['q2']);
  });

  it.each([
    ['qrels/test.tsv', 'query-id\tcorpus-id\tscore\nq1\td2\t1\n'],
    ['qrels.txt', 'q1 0 d2 1\n'],
  ])('reads the judgements of %s', async (name, lines) => {
    await rm(join(folder, 'qrels.tsv'));
    await mkdir(join(folder, 'qrels'));
    await writeFile(join(folder, name), lines);
    const [query] = (await readBeir(folder)).queries;
    expect(query?.judgements).toEqual(new Map([['d2', 1]]));
  });

  it('reads judgements that lie elsewhere, and says where it looked for others', async () => {
    const file = join(folder, 'other.qrels');
    await writeFile(file, 'q2 Q0 d1 1\n');
    expect((await readBeir(folder, file)).queries.map(({ id }) => id)).toEqual(['q2']);
    await rm(join(folder, 'qrels.tsv'));
    await expect(readBeir(folder)).rejects.toThrow(/no judgements: qrels\/test\.tsv/);
  });

  it('names the file and line that it cannot read', async () => {
    await writeFile(join(folder, 'queries.jsonl'), '{"_id":"q1","text":"lift"}\n{"_id":7}\n');
    await expect(readBeir(folder)).rejects.toThrow(/queries\.jsonl, line 2/);
    await writeFile(join(folder, 'queries.jsonl'), '{"_id":"q1","text":"lift"}\n');
    await writeFile(join(folder, 'qrels.tsv'), 'q1\td1\thigh\n');
    await expect(readBeir(folder)).rejects.toThrow(/qrels\.tsv, line 1/);
  });

  it('names the file that is missing', async () => {
    await rm(join(folder, 'corpus.jsonl'));
    await expect(readBeir(folder)).rejects.toThrow(/corpus\.jsonl is missing/);
  });
});
