import type { ProblemRule } from '@lectern/contracts';
import type { z } from 'zod';

/**
 * Returns a plain sentence, to follow the field's name, for zod's own checks. Undefined if the
 * sentence of the schema or of zod is good enough.
 */
export function findProblemWords(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return missing;
      return `must be ${kinds[issue.expected] ?? `of the type ${issue.expected}`}`;
    case 'invalid_value':
      if (issue.input === undefined) return missing;
      return `must be ${listValues(issue.values)}`;
    case 'too_small':
      return `must ${sizeOf(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum)}`;
    case 'too_big':
      return `must ${sizeOf(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum)}`;
    case 'invalid_format':
      return formats[issue.format] && `must be ${formats[issue.format]}`;
    case 'invalid_union':
      return 'matches none of the known forms';
    case 'unrecognized_keys':
      return 'is not a known field';
    case 'invalid_key':
      return issue.issues[0]?.message;
    case 'custom':
      return 'is not valid';
    default:
      return undefined;
  }
}

const missing = 'is missing';

/** The broken rule in a form that pages of other languages can put into words. */
export interface BrokenRule {
  readonly rule?: ProblemRule;
  readonly limit?: number;
}

export function findRule(issue: z.core.$ZodIssue): BrokenRule {
  if (issue.message === missing) return { rule: 'missing' };
  if (issue.code === 'invalid_format') return { rule: 'format' };
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return {};
  const bound = issue.code === 'too_small' ? 'min' : 'max';
  return {
    rule: issue.origin === 'string' ? `${bound}_characters` : bound,
    limit: Number(issue.code === 'too_small' ? issue.minimum : issue.maximum),
  };
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const formats: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  url: 'a URL',
  email: 'an e-mail address',
  datetime: 'a date and time in ISO 8601',
  date: 'a date in ISO 8601',
};

const units: Readonly<Record<string, string>> = {
  string: 'character',
  array: 'item',
  set: 'item',
  map: 'item',
  object: 'field',
  record: 'field',
  file: 'byte',
};

function sizeOf(origin: string, bound: string, size: number | bigint): string {
  const unit = units[origin];
  if (!unit) return `be ${bound} ${size}`;
  return `have ${bound} ${size} ${Number(size) === 1 ? unit : `${unit}s`}`;
}

function listValues(values: readonly unknown[]): string {
  const known = values.map((value) => (typeof value === 'string' ? `"${value}"` : String(value)));
  return known.length === 1 ? String(known[0]) : `one of ${known.join(', ')}`;
}
