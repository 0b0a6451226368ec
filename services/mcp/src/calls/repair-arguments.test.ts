import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { repairArguments } from './repair-arguments.ts';

const schema = z.strictObject({
  query: z.string().min(1),
  limit: z.int().min(1).optional(),
  date_from: z
    .string()
    .regex(/^\d{4}$/)
    .optional(),
  phase: z.enum(['1', '2']).optional(),
  ids: z.array(z.string()).optional(),
  with_summaries: z.boolean().optional(),
  filter: z.record(z.string(), z.string()).optional(),
  extra: z.array(z.unknown()).optional(),
});

const nested = `${'['.repeat(3_000)}${']'.repeat(3_000)}`;

describe('repairArguments', () => {
  it.each([
    ['an empty optional date', { date_from: '' }, {}],
    ['a null', { phase: null, ids: null }, {}],
    ['an empty choice', { phase: ' ' }, {}],
    ['numbers in a list of texts', { ids: [12, '13'] }, { ids: ['12', '13'] }],
    ['one value for a list', { ids: 12 }, { ids: ['12'] }],
    ['a list as JSON', { ids: '["12", 13]' }, { ids: ['12', '13'] }],
    ['a number as text', { limit: '5' }, { limit: 5 }],
    ['a truth value as text', { with_summaries: 'true' }, { with_summaries: true }],
    ['an object as JSON', { filter: '{"a":"b"}' }, { filter: { a: 'b' } }],
  ])('accepts %s', (_, given, expected) => {
    expect(repairArguments(schema, { query: 'kelp', ...given })).toEqual({
      query: 'kelp',
      ...expected,
    });
  });

  it.each([
    [{ query: '' }],
    [{ query: null }],
    [{ query: 'kelp', limit: 'many' }],
    [{ query: 'kelp', limit: '0' }],
    [{ query: 'kelp', unknown: '', limit: 0 }],
    ['kelp'],
    [{ query: 'kelp', filter: '' }],
    [{ query: 'kelp', ids: ' ' }],
    [{ query: 'kelp', extra: nested }],
    [{ query: 'kelp', extra: `[${'1,'.repeat(1_000)}1]` }],
    [undefined],
  ])('leaves arguments that stay invalid as they were, case %#', (given) => {
    expect(repairArguments(schema, given)).toBe(given);
  });

  it('changes nothing of valid arguments', () => {
    const given = { query: ' ', ids: [''] };
    expect(repairArguments(schema, given)).toBe(given);
  });
});
