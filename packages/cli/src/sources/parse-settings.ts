import { z } from 'zod';
import { UsageError } from '../command-error.ts';

/**
 * Parses `field=value` pairs by the types of a schema: lists are split at commas, a field below
 * another has its name after a dot.
 * @throws UsageError
 */
export function parseSettings(
  schema: z.ZodObject,
  pairs: readonly string[],
): Record<string, unknown> {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const settings: Record<string, unknown> = {};
  for (const pair of pairs) {
    const [, field = '', below, value = ''] = /^(\w+)(?:\.(\w+))?=(.*)$/s.exec(pair) ?? [];
    if (!field) throw new UsageError(`"${pair}" is not of the form field=value.`);
    if (below) {
      settings[field] = { ...(settings[field] as object | undefined), [below]: value };
      continue;
    }
    const type = (properties[field] as { readonly type?: string } | undefined)?.type;
    if (type === undefined) throw new UsageError(`There is no setting ${field} of this kind.`);
    settings[field] =
      type === 'array'
        ? value.split(',').map((item) => item.trim())
        : type === 'integer' || type === 'number'
          ? Number(value)
          : type === 'boolean'
            ? value === 'true'
            : value;
  }
  return settings;
}
