import type { MetadataCondition } from '@lectern/contracts';

export type Condition = MetadataCondition;

export interface TypedFilter {
  readonly field: string;
  readonly op: Condition['op'];
  readonly value: string;
}

/**
 * Parses a typed filter, or returns undefined if it is incomplete. `12` and `true` become a number
 * and a boolean; `in` takes values separated by commas.
 */
export function parseFilter({ field, op, value }: TypedFilter): Condition | undefined {
  const name = field.trim();
  const text = value.trim();
  if (name === '') return undefined;
  if (op === 'exists') return { field: name, op, value: text !== 'false' };
  if (text === '') return undefined;
  if (op === 'eq' || op === 'ne') return { field: name, op, value: readValue(text) };
  if (op !== 'in') return { field: name, op, value: readNumber(text) };
  const values = text.split(',').map((one) => one.trim());
  return { field: name, op, value: values.filter((one) => one !== '').map(readValue) };
}

function readValue(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return readNumber(text);
}

function readNumber(text: string): string | number {
  return /^-?\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : text;
}
