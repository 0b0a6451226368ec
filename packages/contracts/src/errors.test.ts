import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { AppError, type ErrorCode, errorCatalogue, modelProblems } from './errors.ts';

describe('the error catalogue', () => {
  it('is documented by status', () => {
    const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8');
    const documented = [...page.matchAll(/^\| (\d+) \| (yes|no) \| (.+) \|$/gm)].flatMap(
      ([, status, retry, codes = '']) =>
        [...codes.matchAll(/`(\w+)`/g)].map(([, code]) => [code, Number(status), retry === 'yes']),
    );
    const actual = Object.entries(errorCatalogue).map(([code, { status, retryable }]) => [
      code,
      status,
      retryable,
    ]);
    expect(new Set(documented.map(String))).toEqual(new Set(actual.map(String)));
    expect(documented.length).toBe(actual.length);
  });

  it('is documented with the reasons why a language model is unavailable', () => {
    const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8');
    const documented = [...page.matchAll(/^\| `(\w+)` \| ([^|]+[a-z][^|]*) \|$/gm)];
    const reasons = Object.fromEntries(documented.map(([, reason, text]) => [reason, text]));
    expect(reasons).toEqual(modelProblems);
  });

  it('asks to wait whenever a caller is turned away for a while', () => {
    const codes = Object.keys(errorCatalogue) as ErrorCode[];
    for (const code of codes) {
      const { status, details } = new AppError(code);
      expect(typeof details?.retry_after).toBe(
        status === 503 || status === 429 ? 'number' : 'undefined',
      );
    }
  });
});
