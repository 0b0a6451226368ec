import { describe, expect, it } from '@jest/globals';
import * as germanFirst from './de/index.ts';
import * as germanPages from './de/page-texts.ts';
import * as english from './en/index.ts';
import * as englishPages from './en/page-texts.ts';
import * as russianFirst from './ru/index.ts';
import * as russianPages from './ru/page-texts.ts';

const wanted = { ...english, ...englishPages };

function listMissing(texts: object, translation: object, path = ''): string[] {
  const known = new Map<string, unknown>(Object.entries(translation));
  return Object.entries(texts).flatMap(([key, text]) => {
    const other = known.get(key);
    if (typeof text !== typeof other) return [`${path}${key}`];
    return typeof text === 'object' ? listMissing(text, other as object, `${path}${key}.`) : [];
  });
}

describe('the translation', () => {
  it.each([
    ['German', { ...germanFirst, ...germanPages }],
    ['Russian', { ...russianFirst, ...russianPages }],
  ])('into %s has every text', (_language, translation) => {
    expect(listMissing(wanted, translation)).toEqual([]);
  });
});
