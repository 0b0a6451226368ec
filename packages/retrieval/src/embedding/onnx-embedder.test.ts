import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listenOnFreePort } from '@lectern/testing';
import { describeEmbedder } from './embedder.suite.ts';
import { openOnnxEmbedder } from './onnx-embedder.ts';

const fixture = fileURLToPath(new URL('../../test/onnx-fixtures/embedder', import.meta.url));

describeEmbedder('the embedder over ONNX', async () => ({
  embedder: await openOnnxEmbedder({ model: fixture, processes: 2 }),
}));

const { ONNX_EMBEDDER } = process.env;
if (ONNX_EMBEDDER && existsSync(ONNX_EMBEDDER)) {
  describeEmbedder(`the embedder over ${ONNX_EMBEDDER}`, async () => ({
    embedder: await openOnnxEmbedder({ model: ONNX_EMBEDDER }),
  }));
} else {
  describe('the embedder over real weights', () => {
    it.skip('behaves like every embedder (ONNX_EMBEDDER names no folder with a model)', () => {});
  });
}

it('is released before a program ends that does nothing else', async () => {
  const { href } = new URL('./onnx-embedder.ts', import.meta.url);
  const script = `
    const { openOnnxEmbedder } = await import(${JSON.stringify(href)});
    const embedder = await openOnnxEmbedder({ model: ${JSON.stringify(fixture)} });
    const { length } = await embedder.embedQuery('alpha');
    await embedder.close();
    console.log(length === embedder.dimensions);`;
  const args = ['--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout).toBe('true\n');
});

describe('a model folder', () => {
  let parent: string;
  beforeAll(async () => {
    parent = await mkdtemp(path.join(tmpdir(), 'lectern-onnx-'));
  });
  afterAll(() => rm(parent, { recursive: true }));

  async function openCopy(name: string, files: Record<string, unknown> = {}) {
    const folder = path.join(parent, name);
    await cp(fixture, folder, { recursive: true });
    for (const [file, content] of Object.entries(files)) {
      await writeFile(path.join(folder, file), JSON.stringify(content));
    }
    return openOnnxEmbedder({ model: folder });
  }

  it('says itself what stands before queries and passages', async () => {
    const prompts = { query: 'query ', document: 'passage ' };
    const named = await openCopy('named', { 'config_sentence_transformers.json': { prompts } });
    const plain = await openCopy('plain');
    try {
      expect(named.id).not.toBe(plain.id);
      const [asked] = await plain.embedDocuments(['query kelp']);
      expect(await named.embedQuery('kelp')).toEqual(asked);
      expect(await named.embedDocuments(['kelp'])).toEqual(
        await plain.embedDocuments(['passage kelp']),
      );
    } finally {
      await Promise.all([named.close(), plain.close()]);
    }
  });

  it('has the habits of its family where it says nothing', async () => {
    const e5 = await openCopy('multilingual-e5-small');
    const bge = await openCopy('bge-small-en-v1.5');
    try {
      const [kelp] = await bge.embedDocuments(['kelp']);
      expect((await bge.embedDocuments(['sea otters']))[0]).toEqual(kelp); // both begin alike: cls
      expect(await e5.embedQuery('kelp')).not.toEqual((await e5.embedDocuments(['kelp']))[0]);
    } finally {
      await Promise.all([e5.close(), bge.close()]);
    }
  });

  it('reads no more of a text than the model can', async () => {
    const short = await openCopy('short', { 'sentence_bert_config.json': { max_seq_length: 4 } });
    try {
      const [whole, cut] = await short.embedDocuments(['sea otters kelp dams', 'sea otters']);
      expect(whole).toEqual(cut);
    } finally {
      await short.close();
    }
  });

  it.each([
    ['is not there', 'missing', undefined, 'There is no model folder missing.'],
    ['is of the hub without MODELS_DIR', 'a/b', undefined, 'MODELS_DIR is not set'],
    ['has a file of another form', 'broken', { 'config.json': [] }, 'config.json of another form'],
    ['holds no graph', 'bare', { 'model.onnx': null }, 'its process'],
  ])('is unavailable when it %s', async (_, name, files, message) => {
    const opening = files ? openCopy(name, files) : openOnnxEmbedder({ model: name });
    await expect(opening).rejects.toMatchObject({
      name: 'EmbeddingUnavailableError',
      message: expect.stringContaining(message),
    });
  });

  it('comes from the hub once, whole', async () => {
    const asked: string[] = [];
    const hub = await listenOnFreePort(async (request, response) => {
      asked.push(request.url ?? '');
      const file = path.join(fixture, (request.url ?? '').replace('/owner/model/resolve/v1/', ''));
      response.writeHead(existsSync(file) ? 200 : 404);
      response.end(existsSync(file) ? await readFile(file) : '');
    });
    try {
      const source = { model: 'owner/model@v1', modelsDirectory: parent, hubUrl: hub.url };
      const first = await openOnnxEmbedder(source);
      await first.close();
      const count = asked.length;
      expect(asked).toContain('/owner/model/resolve/v1/model.onnx');
      const second = await openOnnxEmbedder(source);
      await second.close();
      expect(asked).toHaveLength(count);
      expect(second.id).toBe(first.id);
      await expect(openOnnxEmbedder({ ...source, model: 'owner/other' })).rejects.toThrow(
        'it has no tokenizer.json or no ONNX graph',
      );
    } finally {
      await hub[Symbol.asyncDispose]();
    }
  });
});
