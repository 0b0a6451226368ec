import { readFile } from 'node:fs/promises';
import type { z } from 'zod';

/** A folder does not hold a set of routing questions; the message names file and line. */
export class RoutingSetError extends Error {
  override readonly name = 'RoutingSetError';
}

/** @throws RoutingSetError */
export async function readJsonLines<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): Promise<z.output<Schema>[]> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new RoutingSetError(`${file} cannot be read`, { cause });
  });
  return text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return [];
    const place = `${file}, line ${at + 1}`;
    const parsed = schema.safeParse(parseJson(line, place));
    if (parsed.success) return [parsed.data];
    const [issue] = parsed.error.issues;
    throw new RoutingSetError(`${place}: ${issue?.path.join('.')}: ${issue?.message}`);
  });
}

function parseJson(line: string, place: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new RoutingSetError(`${place}: not JSON`, { cause });
  }
}
