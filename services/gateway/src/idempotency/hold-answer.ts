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

function toBytes(body: unknown): Buffer {
  if (typeof body === 'string') return Buffer.from(body);
  return body instanceof Uint8Array ? Buffer.from(body) : Buffer.alloc(0);
}
