const rules = new Intl.PluralRules('de');

/** `1 Seite`, `3 Seiten`. */
export function plural(count: number, one: string, many: string): string {
  return `${count.toLocaleString('de')} ${rules.select(count) === 'one' ? one : many}`;
}
