/**
 * Returns the numbers of months, 1 to 12, by their names in the languages: long and short, alone and
 * within a date, in lower case without the dot of an abbreviation.
 *
 * @example listMonthNames(['en', 'ru']).get('мая') === 5
 */
export function listMonthNames(locales: readonly string[]): ReadonlyMap<string, number> {
  const forms = (['long', 'short'] as const).flatMap((month) => [
    { month },
    { month, day: 'numeric' as const },
  ]);
  return new Map(
    locales.flatMap((locale) =>
      forms.flatMap((form) => {
        const format = new Intl.DateTimeFormat(locale, { ...form, timeZone: 'UTC' });
        return Array.from({ length: 12 }, (_, at) => {
          const parts = format.formatToParts(Date.UTC(2024, at, 1));
          const name = parts.find(({ type }) => type === 'month')?.value ?? '';
          return [name.replace('.', '').toLowerCase(), at + 1] as const;
        });
      }),
    ),
  );
}
