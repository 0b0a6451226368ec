import { describe, expect, it } from '@jest/globals';
import { countEn, countRu } from './plural.ts';

describe('counted words', () => {
  it('follow the English rule', () => {
    expect([0, 1, 2].map((count) => countEn(count, 'page', 'pages'))).toEqual([
      '0 pages',
      '1 page',
      '2 pages',
    ]);
  });

  it('follow the Russian rule', () => {
    const say = (count: number) => countRu(count, ['страница', 'страницы', 'страниц']);
    expect([1, 3, 5, 11, 21, 22].map(say)).toEqual([
      '1 страница',
      '3 страницы',
      '5 страниц',
      '11 страниц',
      '21 страница',
      '22 страницы',
    ]);
  });
});
