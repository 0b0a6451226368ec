import { onClosed } from '@lectern/service';
import type { Response } from 'express';

type Pass = (...parts: readonly unknown[]) => unknown;

/**
 * Runs `before` with the whole body before the response ends, whether the caller is still there or
 * not. A response that is written in parts is not held: `before` runs without a body at its first
 * part, and only the end waits for it.
 */
export function holdAnswer(
  response: Response,
  before: (body: Buffer | undefined) => Promise<void>,
): void {
  const write = response.write.bind(response) as Pass;
  const end = response.end.bind(response) as Pass;
  Object.assign(response, {
    write(...parts: readonly unknown[]) {
      Object.assign(response, { write, end: endAfter(before(undefined), response, end) });
      return write(...parts);
    },
    end: (...parts: readonly unknown[]) =>
      endAfter(before(toBytes(parts[0])), response, end)(...parts),
  });
}

function endAfter(done: Promise<void>, response: Response, end: Pass): Pass {
  return (...parts) => {
    response.end = end as Response['end'];
    void done.finally(() => end(...parts));
    return response;
  };
}

/**
 * Runs `atFirst` when a stream passes its first part, or `without` when it ends or loses its caller
 * before. The end waits for either, and so does an error response, so that it can be repeated at
 * once. A stream that ends without a part was not ended by the service.
 */
export function watchStream(
  response: Response,
  { atFirst, without }: Record<'atFirst' | 'without', () => Promise<void>>,
): void {
  const write = response.write.bind(response) as Pass;
  const end = response.end.bind(response) as Pass;
  let isOver = false;
  const refusal: (readonly unknown[])[] = [];
  const letGo = () => {
    isOver = true;
    Object.assign(response, { write, end });
  };
  Object.assign(response, {
    write(...parts: readonly unknown[]) {
      if (response.statusCode >= 400) {
        refusal.push(parts);
        return true;
      }
      letGo();
      Object.assign(response, { end: endAfter(atFirst(), response, end) });
      return write(...parts);
    },
    end(...parts: readonly unknown[]) {
      letGo();
      void without().finally(() => {
        for (const held of refusal) write(...held);
        end(...parts);
      });
      return response;
    },
  });
  onClosed(response, () => {
    if (isOver) return;
    letGo();
    void (response.headersSent ? atFirst() : without());
  });
}

function toBytes(body: unknown): Buffer {
  if (typeof body === 'string') return Buffer.from(body);
  return body instanceof Uint8Array ? Buffer.from(body) : Buffer.alloc(0);
}
