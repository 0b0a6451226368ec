import { describe, expect, it } from '@jest/globals';
import * as english from './en/index.ts';
import { completeTexts, languages } from './languages.ts';
import { pickLanguage } from './pick-language.ts';

describe('a translation', () => {
  it('is chosen by the language of the browser', () => {
    expect(pickLanguage(languages, ['fr-CH', 'de-AT', 'en'])).toBe('de');
    expect(pickLanguage(languages, ['fr-CH'])).toBe('en');
  });

  it('has its own texts, and English ones where it has none', async () => {
    const { common } = await languages.de.load();
    expect(common.save).toBe('Speichern');
    const part = { common: { save: 'Speichern' } };
    const { save, close } = completeTexts(part, english).common;
    expect([save, close]).toEqual(['Speichern', 'Close']);
  });
});
