import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { AppError, type ErrorCode, errorCatalogue, modelProblems } from './errors.ts';

describe('the error catalogue', () => {
  it('is documented line by line', () => {
    const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8');
    const documented = [...page.matchAll(/^\| `(\w+)` \| (\d+) \| (yes|no) \| (.+) \|$/gm)].map(
      ([, code, status, retryable, message]) => ({
        code,
        status: Number(status),
        retryable: retryable === 'yes',
        message,
      }),
    );
    const actual = Object.entries(errorCatalogue).map(([code, entry]) => ({ code, ...entry }));
    expect(documented).toEqual(actual);
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
