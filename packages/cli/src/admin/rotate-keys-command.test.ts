import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { runWith } from '../../test/run.ts';

let home: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'lectern-cli-keys-'));
});
afterEach(() => rm(home, { recursive: true }));

describe('lectern admin rotate-keys', () => {
  it('replaces the keys of a home', async () => {
    const file = join(home, 'secrets.json');
    const signingKeys = { gateway: { kid: 'gateway:old' }, rag: { kid: 'rag:old' } };
    await writeFile(file, JSON.stringify({ databasePassword: 'kept', signingKeys }));
    const { exitCode, output } = await runWith({ LECTERN_HOME: home }, 'admin', 'rotate-keys');
    expect(exitCode).toBe(0);
    expect(output).toMatch(
      /^Tokens are signed with gateway:\w+, rag:\w+, llm:\w+ and mcp:\w+ from the next start/,
    );
    const secrets = JSON.parse(await readFile(file, 'utf8'));
    expect(secrets.databasePassword).toBe('kept');
    expect(output).toContain(secrets.signingKeys.gateway.kid);
    expect(secrets.retiredKeys.map(({ key }: { key: { kid: string } }) => key.kid)).toEqual([
      'gateway:old',
      'rag:old',
      // Made on the way, since the home had none.
      expect.stringMatching(/^llm:/),
      expect.stringMatching(/^mcp:/),
    ]);
  });

  it('says in a sentence that a folder is no home', async () => {
    const { exitCode, notes } = await runWith({ LECTERN_HOME: home }, 'admin', 'rotate-keys');
    expect(exitCode).toBe(1);
    expect(notes).toBe(`${home} is no home of a suite.\n`);
  });
});
