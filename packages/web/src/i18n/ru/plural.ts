const rules = new Intl.PluralRules('ru');

/** `1 страница`, `3 страницы`, `5 страниц`: the noun has its forms after 1, 3 and 5. */
export function plural(
  count: number,
  [one, few, many]: readonly [one: string, few: string, many: string],
): string {
  const form = rules.select(count);
  const word = form === 'one' ? one : form === 'few' ? few : many;
  return `${count.toLocaleString('ru')} ${word}`;
}
