import { onClosed } from '@lectern/service';
import type { Response } from 'express';

type Pass = (...parts: readonly unknown[]) => unknown;

/**
 * Runs `before` with the whole body when the answer is about to end, and ends it afterwards, whether
 * or not the caller is still there. An answer that is written in parts is not held: `before` runs
 * without a body at its first part.
 */
export function holdAnswer(
  response: Response,
  before: (body: Buffer | undefined) => Promise<void>,
): void {
  const write = response.write.bind(response) as Pass;
  const end = response.end.bind(response) as Pass;
  const letGo = () => Object.assign(response, { write, end });
  Object.assign(response, {
    write(...parts: readonly unknown[]) {
      letGo();
      void before(undefined);
      return write(...parts);
    },
    end(...parts: readonly unknown[]) {
      letGo();
      void before(toBytes(parts[0])).finally(() => end(...parts));
      return response;
    },
  });
}

/**
 * Runs `atFirst` when a stream passes its first part, and `without` when it ends, or its caller leaves,
 * before that. What ends a stream without a part before comes not from the service. A refusal is sent
 * when `without` is done, so that it can be repeated at once.
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
      void atFirst();
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
