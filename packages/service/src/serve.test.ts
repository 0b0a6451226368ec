import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const entry = fileURLToPath(new URL('./serve.ts', import.meta.url));
const timeoutMs = 4_000;
/** What comes after the requests takes as long as they do. */
const script = `
  import express from 'express';
  import { setTimeout as delay } from 'node:timers/promises';
  import { serve } from ${JSON.stringify(entry)};
  const config = { LOG_LEVEL: 'info', HOST: '127.0.0.1', PORT: 0, SHUTDOWN_TIMEOUT_MS: ${timeoutMs} };
  await serve({ name: 'test', config }, async ({ onClose }) => {
    onClose(() => delay(${timeoutMs / 4}));
    const app = express();
    app.get('/', () => console.log(JSON.stringify({ msg: 'asked' })));
    return { app };
  });
`;

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
