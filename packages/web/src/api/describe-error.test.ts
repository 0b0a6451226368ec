import { describe, expect, it } from '@jest/globals';
import * as english from '../i18n/en/index.ts';
import * as texts from '../i18n/ru/index.ts';
import { ApiError } from './api-error.ts';
import { describeError } from './describe-error.ts';

describe('describeError', () => {
  it('names the end of a used up token budget in the language of the page', () => {
    const message = 'Your token budget for this day is used up.';
    const details = { quota: 'tokens_per_day', resets_at: '2026-11-29T12:00:00.000Z' };
    const error = new ApiError({ code: 'quota_exceeded', status: 409, message, details });
    const sentence = describeError(error, { language: 'ru', texts });
    expect(sentence).toMatch(/^Бюджет токенов исчерпан до 29 нояб\. 2026/);
    const other = new ApiError({ code: 'quota_exceeded', status: 409, message });
    expect(describeError(other, { language: 'ru', texts })).toBe(texts.errors.quota_exceeded);
  });

  it('gives a cause without a field in the language of the page', () => {
    const message = 'No question of this set has a right answer yet.';
    const details = { rule: 'right_answer' };
    const error = new ApiError({ code: 'invalid_request', status: 400, message, details });
    const sentence = 'Ни у одного вопроса набора ещё нет правильного ответа.';
    expect(describeError(error, { language: 'ru', texts })).toBe(sentence);
    expect(describeError(error, { language: 'en', texts: english })).toBe(message);
  });

  it.each([
    [
      'grants.1.name',
      'Недопустимое значение: название (максимум символов: 20).',
      'Name: is too long',
    ],
    [
      'new_field',
      'Недопустимое значение: new_field (максимум символов: 20).',
      'new_field: is too long',
    ],
  ])(
    'names the invalid field %s and its cause in the language of the page',
    (field, russian, sentence) => {
      const message = `${field}: is too long`;
      const error = new ApiError({
        code: 'invalid_request',
        status: 400,
        message,
        details: { field, problems: [{ field, rule: 'max_characters', limit: 20 }] },
      });
      expect(describeError(error, { language: 'ru', texts })).toBe(russian);
      expect(describeError(error, { language: 'en', texts: english })).toBe(sentence);
    },
  );
});
