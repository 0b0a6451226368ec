const rules = { en: new Intl.PluralRules('en'), ru: new Intl.PluralRules('ru') };

/** `1 page`, `3 pages`. */
export function countEn(count: number, one: string, many: string): string {
  const word = rules.en.select(count) === 'one' ? one : many;
  return `${count.toLocaleString('en')} ${word}`;
}

/** `1 страница`, `3 страницы`, `5 страниц`: the noun in the forms after 1, 3 and 5. */
export function countRu(
  count: number,
  [one, few, many]: readonly [one: string, few: string, many: string],
): string {
  const form = rules.ru.select(count);
  const word = form === 'one' ? one : form === 'few' ? few : many;
  return `${count.toLocaleString('ru')} ${word}`;
}
