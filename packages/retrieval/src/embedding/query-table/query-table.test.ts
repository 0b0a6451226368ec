import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeEmbedder } from '../embedder.suite.ts';
import type { Embedder } from '../embedder.ts';
import { findOnnxFiles, openOnnxEmbedder } from '../onnx-embedder.ts';
import { fitTableOfModel } from './fit-table-of-model.ts';
import { writeQueryTable } from './query-table.ts';

const model = fileURLToPath(new URL('../../../test/onnx-fixtures/embedder', import.meta.url));
const texts = ['Kelp grows in cold water. The cat sleeps. Alpha and beta, one two three.'];

let folder: string;
let queryTable: string;
let plain: Embedder;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lectern-query-table-'));
  queryTable = path.join(folder, 'queries.safetensors');
  plain = await openOnnxEmbedder({ model });
  const files = await findOnnxFiles({ model });
  const lines: string[] = [];
  const table = await fitTableOfModel(
    { embedder: plain, files, texts, maxTexts: 100 },
    { say: (line) => void lines.push(line) },
  );
  expect(lines.at(-1)).toContain('mean cosine');
  await writeQueryTable(queryTable, table);
});
afterAll(async () => {
  await plain.close();
  await rm(folder, { recursive: true });
});

describeEmbedder('the embedder with a query table', async () => ({
  embedder: await openOnnxEmbedder({ model, queryTable }),
}));

describe('a query table', () => {
  it('gives queries nearly the vectors of the model, and leaves documents and the id as they are', async () => {
    const embedder = await openOnnxEmbedder({ model, queryTable });
    try {
      expect(embedder.id).toBe(plain.id);
      expect(await embedder.embedDocuments(['cold water'])).toEqual(
        await plain.embedDocuments(['cold water']),
      );
      for (const query of ['cold water', 'the cat', 'alpha beta']) {
        const [looked, asked] = [await embedder.embedQuery(query), await plain.embedQuery(query)];
        expect(looked).not.toEqual(asked);
        expect(
          looked.reduce((sum, value, at) => sum + value * (asked[at] ?? 0), 0),
        ).toBeGreaterThan(0.9);
      }
      expect(embedder.denseWeight).toBeLessThan(plain.denseWeight);
    } finally {
      await embedder.close();
    }
  });

  it('is refused with a model that it was not fitted to', async () => {
    for (const other of [{ passagePrefix: 'passage: ' }, { queryPrefix: 'query: ' }]) {
      await expect(openOnnxEmbedder({ model, queryTable, ...other })).rejects.toThrow(
        'was fitted to another model',
      );
    }
  });

  it('is refused where the file is missing, cut short or something else', async () => {
    const bytes = await readFile(queryTable);
    const short = path.join(folder, 'short');
    await writeFile(short, bytes.subarray(0, bytes.length - 20));
    for (const file of [path.join(folder, 'missing'), short, path.join(model, 'tokenizer.json')]) {
      await expect(openOnnxEmbedder({ model, queryTable: file })).rejects.toMatchObject({
        name: 'EmbeddingUnavailableError',
        message: expect.stringContaining(`The query table ${file} cannot be read`),
      });
    }
  });
});
