import { describe, expect, it } from '@jest/globals';
import { describeParameters } from './describe-parameters.ts';

describe('what is searched of the parameters of a tool', () => {
  it('is their names, descriptions, choices and examples, at every depth', () => {
    const schema = {
      type: 'object',
      examples: [{ symbol: 'MSFT', count: 3 }],
      properties: {
        symbol: { type: 'string', description: 'Ticker', examples: ['AAPL', 'SAP'] },
        range: {
          type: 'object',
          properties: { unit: { enum: ['day', 'week', 7], examples: ['month', 12] } },
        },
      },
    };
    const { names, descriptions } = describeParameters(schema);
    expect(names).toEqual(['symbol', 'range', 'unit']);
    expect(descriptions.join(' ')).toBe('MSFT Ticker AAPL SAP day week month');
  });

  it('is a bounded part of many or long examples', () => {
    const examples = [...Array.from({ length: 50 }, (_, at) => `example${at}`), 'x'.repeat(5_000)];
    const properties = { many: { examples }, long: { examples: ['y'.repeat(5_000)] } };
    const { descriptions } = describeParameters({ properties });
    expect(descriptions[0]?.split(' ')).toHaveLength(20);
    expect(descriptions[1]).toHaveLength(200);
  });
});
