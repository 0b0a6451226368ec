import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { z } from 'zod';

/**
 * A schema as the SDK lists it, with its JSON form made once: a server is built anew for every
 * request and would make it anew each time.
 */
export function createListedSchema(
  schema: z.ZodObject,
  validate: StandardSchemaWithJSON['~standard']['validate'] = schema['~standard'].validate,
): StandardSchemaWithJSON {
  const standard = schema['~standard'];
  const input = standard.jsonSchema.input({ target: 'draft-2020-12' });
  const output = standard.jsonSchema.output({ target: 'draft-2020-12' });
  return {
    '~standard': {
      version: 1,
      vendor: standard.vendor,
      validate,
      jsonSchema: { input: () => input, output: () => output },
    },
  };
}

/** The same for arguments that the tool checks itself, so that it can answer in its own error form. */
export function createArgumentsSchema(schema: z.ZodObject): StandardSchemaWithJSON {
  return createListedSchema(schema, (value) => ({ value }));
}
