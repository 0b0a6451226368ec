import { JsonShape } from '@lectern/service';
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** Limits of JSON within a text, which the limits of the body do not see. */
const textLimits = { maxDepth: 16, maxValues: 1_000 };

/**
 * Returns arguments that a model wrote in a neighbouring form in the form of the schema: without an
 * optional argument that is empty or null, a number as text or text as a number, one value for a
 * list, bounded JSON in a text for a list or an object. Valid arguments are returned as they are, and so are
 * arguments that stay invalid, so that the error names what was sent.
 *
 * @example repairArguments(z.object({ pmids: z.array(z.string()) }), { pmids: 31900001 })
 * // { pmids: ['31900001'] }
 */
export function repairArguments(schema: z.ZodObject, input: unknown): unknown {
  let repaired = input;
  // One pass for a list, one for its items.
  for (let pass = 0; pass < 3; pass += 1) {
    const checked = schema.safeParse(repaired);
    if (checked.success) return repaired;
    repaired = checked.error.issues.reduce(repairIssue, structuredClone(repaired));
  }
  return schema.safeParse(repaired).success ? repaired : input;
}

function repairIssue(root: unknown, issue: Issue): unknown {
  const key = issue.path.at(-1);
  const parent = issue.path.slice(0, -1).reduce<unknown>(readKey, root);
  if (key === undefined || typeof parent !== 'object' || parent === null) return root;
  const holder = parent as Record<PropertyKey, unknown>;
  const value = holder[key];
  if (value === undefined) return root;
  if (isOmitted(value, issue) && !Array.isArray(parent)) delete holder[key];
  else holder[key] = repairValue(value, issue);
  return root;
}

function readKey(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<PropertyKey, unknown>)[key]
    : undefined;
}

/** An empty text for a list or an object is an error: without its filter a search finds more. */
function isOmitted(value: unknown, issue: Issue): boolean {
  return value === null || (isBlank(value) && !expectsParts(issue));
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}

function expectsParts(issue: Issue): boolean {
  return issue.code === 'invalid_type' && /^(?:array|object|record)$/.test(issue.expected);
}

function repairValue(value: unknown, issue: Issue): unknown {
  if (issue.code !== 'invalid_type' || isBlank(value)) return value;
  switch (issue.expected) {
    case 'string':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    case 'number':
    case 'int':
    case 'boolean':
      return typeof value === 'string' ? readJson(value) : value;
    case 'array':
      return typeof value === 'string' && value.trim().startsWith('[') ? readJson(value) : [value];
    case 'object':
    case 'record':
      return typeof value === 'string' ? readJson(value) : value;
    default:
      return value;
  }
}

function readJson(text: string): unknown {
  try {
    new JsonShape(textLimits).add(Buffer.from(text));
    return JSON.parse(text);
  } catch {
    return text;
  }
}
