import type { Response } from 'express';

/**
 * Runs `before` with the whole body when the answer is about to end, and ends it afterwards, whether
 * or not the caller is still there. For answers that are given in one piece.
 */
export function holdAnswer(response: Response, before: (body: Buffer) => Promise<void>): void {
  const end = response.end.bind(response) as (...parts: readonly unknown[]) => Response;
  response.end = ((...parts: readonly unknown[]) => {
    response.end = end as typeof response.end;
    void before(toBytes(parts[0])).finally(() => end(...parts));
    return response;
  }) as typeof response.end;
}

function toBytes(body: unknown): Buffer {
  if (typeof body === 'string') return Buffer.from(body);
  return body instanceof Uint8Array ? Buffer.from(body) : Buffer.alloc(0);
}
