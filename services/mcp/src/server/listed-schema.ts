import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { z } from 'zod';

/**
 * Returns a schema for the SDK whose JSON form is created once, since a server is created for every
 * request.
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

/**
 * Returns such a schema for arguments that the tool checks itself, so that it answers in its own
 * error form.
 */
export function createArgumentsSchema(schema: z.ZodObject): StandardSchemaWithJSON {
  return createListedSchema(schema, (value) => ({ value }));
}
