import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { validate } from './validate.ts';

const schema = z.strictObject({
  query: z.string(),
  limit: z.number().default(10),
  filter: z.strictObject({ children: z.boolean().optional() }).optional(),
  parent: z.string().nullable().optional(),
  mode: z.enum(['a', 'b']).optional(),
  items: z.array(z.strictObject({ title: z.string().optional() })).optional(),
});

describe('validate', () => {
  it('takes null for what may be left out, at every depth', () => {
    const given = {
      query: 'x',
      limit: null,
      filter: { children: null },
      mode: null,
      items: [{ title: null }, { title: 'y' }],
    };
    expect(validate(schema, given)).toEqual({
      query: 'x',
      limit: 10,
      filter: {},
      items: [{}, { title: 'y' }],
    });
    expect(given.limit).toBeNull();
  });

  it('keeps a null that means something', () => {
    expect(validate(schema, { query: 'x', parent: null })).toMatchObject({ parent: null });
  });

  it.each([
    [{ query: null }, 'query'],
    [{ query: 'x', limit: null, filter: 1 }, 'filter'],
    [{ query: 'x', nothing: null }, 'nothing'],
    [{ query: 'x', items: [null] }, 'items.0'],
    [null, 'body'],
  ])('names the field of %j', (given, field) => {
    expect(() => validate(schema, given)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        details: expect.objectContaining({ field }),
      }),
    );
  });
});
