import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

const program = fileURLToPath(new URL('./fit-main.ts', import.meta.url));
const model = fileURLToPath(new URL('../../../test/onnx-fixtures/embedder', import.meta.url));

let folder: string;
let texts: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lectern-fit-'));
  texts = path.join(folder, 'texts.md');
  await writeFile(texts, 'Kelp grows in cold water. The cat sleeps.');
});
afterAll(() => rm(folder, { recursive: true }));

const run = (...args: string[]) =>
  new Promise<{ code: unknown; output: string; errors: string }>((resolve) => {
    execFile(process.execPath, [program, ...args], (error, output, errors) =>
      resolve({ code: error?.code ?? 0, output, errors }),
    );
  });

it('fits a table to a model', async () => {
  const table = path.join(folder, 'queries.safetensors');
  const { code, output } = await run(model, table, texts);
  expect(code).toBe(0);
  expect(output).toContain(`written: ${table}`);
});

it.each([[[]], [['--wrong', 'model', 'table', 'texts']], [['m', 't', 'x', '--max-texts', 'few']]])(
  'shows how it is used for %j',
  async (args: string[]) => {
    const { code, errors } = await run(...args);
    expect(code).toBe(2);
    expect(errors).toMatch(/^npm run fit-query-table -- MODEL_FOLDER/);
  },
);

it('refuses a folder that it cannot write to before it asks the model', async () => {
  const { code, output, errors } = await run(model, path.join(folder, 'none', 'table'), texts);
  expect(code).toBe(1);
  expect(output).toBe('');
  expect(errors).toContain(path.join(folder, 'none'));
});
