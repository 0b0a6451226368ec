const rules = new Intl.PluralRules('en');

/** `1 page`, `3 pages`. */
export function plural(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${rules.select(count) === 'one' ? one : many}`;
}
