import { describe, expect, it } from '@jest/globals';
import { listFields, readArguments } from './schema-fields.ts';

const schema = {
  type: 'object',
  properties: {
    days: { type: 'integer', description: 'How many.' },
    place: { type: 'string', title: 'Place' },
    unit: { type: 'string', enum: ['C', 'F'] },
    exact: { type: 'boolean' },
    box: { type: 'array', items: { type: 'number' } },
  },
  required: ['place'],
};

describe('the form of a tool', () => {
  it('asks for what is needed first, each by its type', () => {
    expect(
      listFields(schema).map(({ name, kind, isRequired }) => [name, kind, isRequired]),
    ).toEqual([
      ['place', 'text', true],
      ['days', 'number', false],
      ['unit', 'choice', false],
      ['exact', 'switch', false],
      ['box', 'json', false],
    ]);
    expect(listFields(schema)[0]?.label).toBe('Place');
    expect(listFields(schema)[2]?.choices).toEqual(['C', 'F']);
  });

  it('gives the arguments in their types, without what was left empty', () => {
    const values = { place: ' Oslo ', days: '3', unit: '', exact: 'true', box: '[1, 2]' };
    expect(readArguments(listFields(schema), values)).toEqual({
      place: 'Oslo',
      days: 3,
      exact: true,
      box: [1, 2],
    });
    expect(() => readArguments(listFields(schema), { box: '[1' })).toThrow(SyntaxError);
  });

  it('has no fields for a tool that takes nothing, or whose schema is no schema', () => {
    expect(listFields({ type: 'object' })).toEqual([]);
    expect(listFields(null)).toEqual([]);
  });
});
