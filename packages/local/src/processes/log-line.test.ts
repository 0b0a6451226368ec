import { describe, expect, it } from '@jest/globals';
import { readLogLine } from './log-line.ts';

describe('readLogLine', () => {
  it.each([
    ['{"level":30,"msg":"request"}', { level: 30, text: 'info: request' }],
    [
      '{"level":50,"msg":"no answer","err":{"message":"timed out"}}',
      { level: 50, text: 'error: no answer: timed out' },
    ],
    ['SyntaxError: Unexpected token', { level: 50, text: 'SyntaxError: Unexpected token' }],
    ['{"not":"a log entry"}', { level: 50, text: '{"not":"a log entry"}' }],
    ['{broken', { level: 50, text: '{broken' }],
  ])('reads %s', (line, expected) => {
    expect(readLogLine(line)).toEqual(expected);
  });
});
