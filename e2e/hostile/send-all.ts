import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { Headers } from '../isolation/sign-in.ts';

/** A request of which the whole answer is read. */
export interface LargeRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body?: unknown;
}

export interface LargeAnswer {
  /** 0 without an answer. */
  readonly status: number;
  readonly bytes: number;
  /** First characters of the answer. */
  readonly start: string;
  readonly ms: number;
}

interface Order {
  readonly url: string;
  readonly requests: readonly LargeRequest[];
}

const timeoutMs = 120_000;
const startLength = 300;

/** Sends requests at once from a thread, so that its work does not delay what is measured. */
export async function sendAll(order: Order): Promise<readonly LargeAnswer[]> {
  const worker = new Worker(new URL(import.meta.url), { workerData: order });
  const [answers] = (await once(worker, 'message')) as [readonly LargeAnswer[]];
  await worker.terminate();
  return answers;
}

async function sendOne(
  url: string,
  { path, body, ...request }: LargeRequest,
): Promise<LargeAnswer> {
  const started = performance.now();
  let [status, bytes, start] = [0, 0, ''];
  try {
    const response = await fetch(url + path, {
      ...request,
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    status = response.status;
    for await (const part of response.body ?? []) {
      bytes += part.length;
      if (start.length < startLength) start += Buffer.from(part).toString('utf8', 0, startLength);
    }
  } catch {
    status = 0;
  }
  return { status, bytes, start: start.slice(0, startLength), ms: performance.now() - started };
}

if (!isMainThread) {
  const { url, requests } = workerData as Order;
  parentPort?.postMessage(await Promise.all(requests.map((request) => sendOne(url, request))));
}
