import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { findFreePorts } from '../index.ts';
import { NodeProcess } from './node-process.ts';

const signalBit = (number: number) => 1n << BigInt(number - 1);
const userSignal = 10;

interface ServedProcess extends AsyncDisposable {
  readonly process: NodeProcess;
}

/** A process that answers on a port of its own, with more of a script beside it. */
async function serve(more = ''): Promise<ServedProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-process-'));
  const port = await findFreePorts(1);
  const entry = join(folder, 'serve.mjs');
  await writeFile(
    entry,
    `import { createServer } from 'node:http';
     createServer((request, response) => response.end('{}')).listen(${port}, '127.0.0.1');
     ${more}`,
  );
  const process = new NodeProcess({
    name: 'served',
    entry,
    nodeFlags: [],
    environment: {},
    readyUrl: `http://127.0.0.1:${port}/readyz`,
    onLog: () => {},
  });
  return {
    process,
    async [Symbol.asyncDispose]() {
      await process.stop();
      await rm(folder, { recursive: true });
    },
  };
}

it('opens no debugger to who may send it a signal', async () => {
  await using served = await serve();
  await served.process.start();
  const status = readFileSync(`/proc/${served.process.pid}/status`, 'utf8');
  const caught = BigInt(`0x${/^SigCgt:\s+(\w+)$/m.exec(status)?.[1]}`);
  expect(caught & signalBit(userSignal)).toBe(0n);
});

it('has ended for everybody who stops it', async () => {
  await using served = await serve("process.on('SIGTERM', () => setTimeout(process.exit, 300));");
  await served.process.start();
  const { pid } = served.process;
  const first = served.process.stop();
  await served.process.stop();
  expect(existsSync(`/proc/${pid}`)).toBe(false);
  await first;
});
