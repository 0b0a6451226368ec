import { describe, expect, it } from '@jest/globals';
import * as english from '../i18n/en/index.ts';
import * as russian from '../i18n/ru/index.ts';
import { describeOutcome } from './describe-outcome.ts';

const formats = { number: String };

describe('describeOutcome', () => {
  it.each([
    [
      { kind: 'passages', articles: 5, passages: 9 },
      'Articles: 5, passages: 9',
      'Документов: 5, фрагментов: 9',
    ],
    [{ kind: 'rows', rows: 12 }, 'Rows: 12', 'Строк: 12'],
    [{ kind: 'text', characters: 480 }, 'Characters: 480', 'Знаков: 480'],
    [
      { kind: 'failure', code: 'search_unavailable' },
      english.errors.search_unavailable,
      russian.errors.search_unavailable,
    ],
    [
      { kind: 'failure', code: 'tool_error' },
      english.toolFailures.tool_error,
      russian.toolFailures.tool_error,
    ],
    [{ kind: 'failure', code: 'new_code' }, 'new_code', 'new_code'],
  ] as const)('describes %j', (outcome, en, ru) => {
    const call = { status: outcome.kind === 'failure' ? 'error' : 'ok', summary: '', outcome };
    expect(describeOutcome(call as never, english, formats)).toBe(en);
    expect(describeOutcome(call as never, russian, formats)).toBe(ru);
  });

  it.each([
    ['ok', 'articles: 5, passages: 9', 'articles: 5, passages: 9'],
    ['error', 'timeout', english.toolFailures.timeout],
    ['stopped', 'Stopped', ''],
  ] as const)(
    'shows the summary of a stored call without an outcome: %s %s',
    (status, summary, en) => {
      expect(describeOutcome({ status, summary }, english, formats)).toBe(en);
    },
  );
});
