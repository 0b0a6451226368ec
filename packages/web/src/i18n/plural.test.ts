import { describe, expect, it } from '@jest/globals';
import { plural as german } from './de/plural.ts';
import { plural as english } from './en/plural.ts';
import { plural as russian } from './ru/plural.ts';

describe('counted nouns', () => {
  it('follow the English rule', () => {
    expect([0, 1, 2].map((count) => english(count, 'page', 'pages'))).toEqual([
      '0 pages',
      '1 page',
      '2 pages',
    ]);
  });

  it('follow the German rule', () => {
    expect([0, 1, 1_000].map((count) => german(count, 'Seite', 'Seiten'))).toEqual([
      '0 Seiten',
      '1 Seite',
      '1.000 Seiten',
    ]);
  });

  it('follow the Russian rule', () => {
    const format = (count: number) => russian(count, ['страница', 'страницы', 'страниц']);
    expect([1, 3, 5, 11, 21, 22].map(format)).toEqual([
      '1 страница',
      '3 страницы',
      '5 страниц',
      '11 страниц',
      '21 страница',
      '22 страницы',
    ]);
  });
});
