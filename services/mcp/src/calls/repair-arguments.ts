import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/**
 * Returns arguments that a model wrote in a neighbouring form in the form of the schema: without an
 * optional argument that is empty or null, a number as text or text as a number, one value for a
 * list, JSON in a text for a list or an object. Valid arguments are returned as they are, and so are
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
  if (isEmpty(value) && !Array.isArray(parent)) delete holder[key];
  else holder[key] = repairValue(value, issue);
  return root;
}

function readKey(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<PropertyKey, unknown>)[key]
    : undefined;
}

function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}

function repairValue(value: unknown, issue: Issue): unknown {
  if (issue.code !== 'invalid_type') return value;
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
    return JSON.parse(text);
  } catch {
    return text;
  }
}
