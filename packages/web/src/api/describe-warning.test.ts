import { describe, expect, it } from '@jest/globals';
import * as texts from '../i18n/ru/index.ts';
import { describeWarning } from './describe-warning.ts';

describe('describeWarning', () => {
  it('translates the warning and its values', () => {
    const warning = {
      code: 'spelling_corrected',
      message: 'No passage here has the word "batery"; "battery" was searched for instead.',
      details: { word: 'batery', instead: 'battery' },
    };
    expect(describeWarning(warning, { language: 'en', texts })).toBe(warning.message);
    expect(describeWarning(warning, { language: 'ru', texts })).toBe(
      'По слову «batery» ничего не найдено. Показаны результаты для «battery».',
    );
    const empty = { code: 'collection_empty', message: 'There are no searchable documents here.' };
    expect(describeWarning(empty, { language: 'ru', texts })).toBe(texts.warnings.collection_empty);
  });

  it('returns the message of a code without a translation', () => {
    expect(
      describeWarning({ code: 'of_tomorrow', message: 'New.' }, { language: 'ru', texts }),
    ).toBe('New.');
  });
});
