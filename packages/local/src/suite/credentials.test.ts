import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SuiteError } from '../suite-error.ts';
import { loadCredentials } from './credentials.ts';

const url = 'http://127.0.0.1:8100';
const written = { url, email: 'owner@example.org', api_key: 'key' };

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-credentials-'));
  file = join(folder, 'credentials.json');
});
afterEach(() => rm(folder, { recursive: true }));

const neverCreated = async () => {
  throw new Error('nothing was to be created');
};

describe('credentials of a home', () => {
  it('follow the port of the start', async () => {
    await writeFile(file, JSON.stringify({ ...written, url: 'http://127.0.0.1:8000' }));
    await expect(loadCredentials({ file, url, create: neverCreated })).resolves.toEqual(written);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(written);
  });

  it('are made anew where they were lost', async () => {
    const create = () => writeFile(file, JSON.stringify(written));
    await expect(loadCredentials({ file, url, create })).resolves.toEqual(written);
  });

  it('that cannot be made end the start', async () => {
    const start = loadCredentials({ file, url, create: async () => {} });
    await expect(start).rejects.toThrow(SuiteError);
  });

  it('that are broken are named, and stay as they are', async () => {
    await writeFile(file, '{"email": "own');
    const start = loadCredentials({ file, url, create: neverCreated });
    await expect(start).rejects.toThrow(`${file} is broken`);
    expect(await readFile(file, 'utf8')).toBe('{"email": "own');
  });
});
