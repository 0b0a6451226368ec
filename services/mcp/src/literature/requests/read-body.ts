import { unreadableAnswer } from '../answers/answer-error.ts';

const maxBytes = 20 * 1024 * 1024;

/**
 * Returns the text of an answer without U+0000, which PostgreSQL rejects.
 * @throws AppError `upstream_failed` for a huge answer.
 */
export async function readBody(service: string, response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > maxBytes) throw unreadableAnswer(service, `more than ${maxBytes} bytes`);
    parts.push(part);
  }
  return new TextDecoder().decode(Buffer.concat(parts)).replaceAll('\0', '');
}
