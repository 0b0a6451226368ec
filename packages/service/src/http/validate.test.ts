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

  it.each([
    [{ query: 'x', nothing: 1, more: 2 }, 'nothing', 'is not a known field', {}],
    [{}, 'query', 'is missing', { rule: 'missing' }],
    [{ query: 1 }, 'query', 'must be a text', {}],
    [{ query: 'x', mode: 'c' }, 'mode', 'must be one of "a", "b"', {}],
    [{ query: 'x', filter: { depth: 1 } }, 'filter.depth', 'is not a known field', {}],
    [{ query: 'x', size: 0 }, 'size', 'must be at least 1', { rule: 'min', limit: 1 }],
    [
      { query: 'x', name: '' },
      'name',
      'must have at least 1 character',
      { rule: 'min_characters', limit: 1 },
    ],
    [{ query: 'x', id: 'y' }, 'id', 'must be a UUID', { rule: 'format' }],
    [{ query: 'x', odd: 2 }, 'odd', 'must be odd', {}],
  ])('tells the problems of %j by field, in plain English', (given, field, message, rule) => {
    const sized = schema.extend({
      size: z.number().min(1).optional(),
      name: z.string().min(1).optional(),
      id: z.uuid().optional(),
      odd: z
        .number()
        .refine((value) => value % 2 === 1, 'must be odd')
        .optional(),
    });
    const problems =
      'more' in given
        ? [
            { field, message },
            { field: 'more', message },
          ]
        : [{ field, message, ...rule }];
    expect(() => validate(sized, given)).toThrow(
      expect.objectContaining({
        message: `${field}: ${message}`,
        details: { field, problems },
      }),
    );
  });
});
