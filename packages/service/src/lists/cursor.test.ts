import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import {
  cursorNumberSchema,
  cursorTextSchema,
  cutPage,
  readCursor,
  writeCursor,
} from './cursor.ts';

const schema = z.tuple([cursorTextSchema, cursorNumberSchema]);

describe('readCursor', () => {
  it('reads what was written', () => {
    expect(readCursor(schema, writeCursor(['ß', '12']))).toEqual(['ß', '12']);
  });

  it.each([
    ['no JSON', 'abc'],
    ['of another list', writeCursor({ at: '12' })],
    ['no number', writeCursor(['a', '-1'])],
    ['a text that PostgreSQL refuses', writeCursor(['\u0000', '1'])],
  ])('refuses a cursor that is %s', (_kind, cursor) => {
    expect(() => readCursor(schema, cursor)).toThrow('cursor: is not a cursor of this list');
  });
});

describe('cutPage', () => {
  it('goes on behind the last row of the page while there are more', () => {
    const { page, nextCursor } = cutPage([1, 2, 3], 2, (last) => [last]);
    expect(page).toEqual([1, 2]);
    expect(readCursor(z.unknown(), nextCursor ?? '')).toEqual([2]);
    expect(cutPage([1, 2], 2, (last) => [last])).toEqual({ page: [1, 2], nextCursor: null });
  });
});
