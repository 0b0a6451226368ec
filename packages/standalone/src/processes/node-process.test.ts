import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { findFreePorts } from '../index.ts';
import { NodeProcess } from './node-process.ts';

const signalBit = (number: number) => 1n << BigInt(number - 1);
const userSignal = 10;

it('opens no debugger to who may send it a signal', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-process-'));
  const port = await findFreePorts(1);
  const entry = join(folder, 'serve.mjs');
  await writeFile(
    entry,
    `import { createServer } from 'node:http';
     createServer((request, response) => response.end('{}')).listen(${port}, '127.0.0.1');`,
  );
  const served = new NodeProcess({
    name: 'served',
    entry,
    nodeFlags: [],
    environment: {},
    readyUrl: `http://127.0.0.1:${port}/readyz`,
    onLog: () => {},
  });
  try {
    await served.start();
    const status = readFileSync(`/proc/${served.pid}/status`, 'utf8');
    const caught = BigInt(`0x${/^SigCgt:\s+(\w+)$/m.exec(status)?.[1]}`);
    expect(caught & signalBit(userSignal)).toBe(0n);
  } finally {
    await served.stop();
    await rm(folder, { recursive: true });
  }
});
