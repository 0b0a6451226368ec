import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { type Endpoint, endpointGroups } from './index.ts';

interface QueryNumber {
  readonly endpoint: string;
  readonly query: z.ZodType;
  readonly name: string;
}

const numbers: readonly QueryNumber[] = Object.values(endpointGroups)
  .flatMap((room) => Object.entries<Endpoint>(room))
  .flatMap(([endpoint, { query }]) => {
    if (!query) return [];
    const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' });
    return Object.entries(properties)
      .filter(
        ([, schema]) => typeof schema === 'object' && /^(integer|number)$/.test(`${schema.type}`),
      )
      .map(([name]) => ({ endpoint, query, name }));
  });

const isTaken = ({ query, name }: QueryNumber, given: unknown) =>
  !query.safeParse({ [name]: given }).error?.issues.some(({ path }) => path[0] === name);

describe('the numbers of every query', () => {
  it.each(['0x10', '0b1', '1e2', '1.0', '1.5', ' 5', '5 ', '+5', '', '٥', 'NaN', ['5', '6']])(
    'are not %j',
    (given) => {
      expect(numbers.filter((number) => isTaken(number, given))).toEqual([]);
    },
  );

  it('are plain decimal digits, and may be left out', () => {
    expect(numbers.length).toBeGreaterThan(10);
    expect(numbers.filter((number) => !isTaken(number, '5'))).toEqual([]);
    expect(numbers.filter((number) => !isTaken(number, undefined))).toEqual([]);
  });
});
