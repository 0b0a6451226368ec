import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const entry = fileURLToPath(new URL('./serve.ts', import.meta.url));
const runService = fileURLToPath(new URL('./run-service.ts', import.meta.url));
const timeoutMs = 4_000;
/** Closing takes as long as the requests. */
const script = `
  import express from 'express';
  import { setTimeout as delay } from 'node:timers/promises';
  import { serve } from ${JSON.stringify(entry)};
  const config = { LOG_LEVEL: 'info', HOST: '127.0.0.1', PORT: 0 };
  await serve({ name: 'test', config, shutdownTimeoutMs: ${timeoutMs} }, async ({ onClose }) => {
    onClose(() => delay(${timeoutMs / 4}));
    const app = express();
    app.get('/', () => console.log(JSON.stringify({ msg: 'asked' })));
    return { app };
  });
`;

it('has nothing left to write of its compiled modules when it ends', async () => {
  const cache = await mkdtemp(join(tmpdir(), 'compile-cache-'));
  const script = `
    import { runService } from ${JSON.stringify(runService)};
    const logger = { info: () => {} };
    await runService({ logger, shutdownTimeoutMs: 1_000 }, async () => {
      setInterval(() => {}, 1_000);
    });
    console.log('started');
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  const entries = await readdir(cache, { recursive: true, withFileTypes: true });
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  await rm(cache, { recursive: true });
  expect(entries.some((entry) => entry.isFile())).toBe(true);
});

it('ends in time, and with all closed, while a request has no end', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const { msg, url } = JSON.parse(line) as { msg: string; url?: string };
    said.push(msg);
    if (url) {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.on('error', () => undefined).write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
    }
    if (msg === 'asked') child.kill('SIGTERM');
  }
  expect(await exited).toEqual([0, null]);
  expect(said).toEqual(['listening', 'asked', 'stopping', 'stopped']);
});
