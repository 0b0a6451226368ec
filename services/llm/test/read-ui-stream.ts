import { parseJsonEventStream, type UIMessageChunk, uiMessageChunkSchema } from 'ai';

/** Reads an answer with the AI SDK's own parser; every part must be one that it knows. */
export async function* readParts(response: Response): AsyncGenerator<UIMessageChunk> {
  if (!response.body) throw new Error('The answer has no body.');
  const stream = parseJsonEventStream({ stream: response.body, schema: uiMessageChunkSchema });
  for await (const result of stream) {
    if (!result.success) throw result.error;
    yield result.value;
  }
}

export async function readAllParts(response: Response): Promise<UIMessageChunk[]> {
  const parts: UIMessageChunk[] = [];
  for await (const part of readParts(response)) parts.push(part);
  return parts;
}

export function textOf(parts: readonly UIMessageChunk[]): string {
  return parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('');
}
