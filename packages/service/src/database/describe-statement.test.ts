import { describe, expect, it } from '@jest/globals';
import { describeStatement } from './describe-statement.ts';

describe('describeStatement', () => {
  it.each([
    [
      `select "id" from "rag"."documents" where "id" = $1 limit 5`,
      'select rag.documents',
      'select "id" from "rag"."documents" where "id" = $1 limit ?',
    ],
    [
      `insert into rag.outbox (queue)\n  values ($1, $2), ($3, $4)`,
      'insert rag.outbox',
      'insert into rag.outbox (queue) values ($1, …), ($3, …)',
    ],
    [
      `update people set name = 'O''Hara, 12' -- who\n`,
      'update people',
      'update people set name = ?',
    ],
    [`select $tag$a secret$tag$, 1.5, $12`, 'select', 'select ?, ?, $12'],
    ['begin /* prepared */', 'begin', 'begin'],
  ])('names %j and drops its values', (text, name, shape) => {
    expect(describeStatement(text)).toEqual({ name, shape });
  });

  it('keeps a long statement short', () => {
    expect(describeStatement(`select ${'a, '.repeat(2_000)}b`).shape.length).toBeLessThanOrEqual(
      1_000,
    );
  });
});
