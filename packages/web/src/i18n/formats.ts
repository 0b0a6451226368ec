import { useLanguage } from './language.tsx';

export interface Formats {
  readonly date: (iso: string) => string;
  readonly dateTime: (iso: string) => string;
  /** `3 minutes ago`. */
  readonly ago: (iso: string) => string;
  readonly bytes: (count: number) => string;
  readonly number: (value: number, digits?: number) => string;
  /** Characters between the digits of a number. */
  readonly separators: { readonly decimalSeparator: string; readonly thousandSeparator: string };
  readonly percent: (share: number) => string;
  readonly duration: (ms: number) => string;
}

/** Returns formats of dates and numbers in the chosen language. */
export function useFormats(): Formats {
  const { language } = useLanguage();
  const known = created.get(language);
  if (known) return known;
  // A reader of English in London writes dates otherwise than one in New York.
  const local = navigator.languages.find((one) => one.split('-')[0] === language);
  const formats = createFormats(local ?? language);
  created.set(language, formats);
  return formats;
}

/** Creating formats takes longer than rendering a row that uses them. */
const created = new Map<string, Formats>();

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

function createFormats(language: string): Formats {
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const dateTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const ago = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'long' });
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  const numbers = new Map<string, Intl.NumberFormat>();
  const format = (value: number, digits: number, unit?: Intl.NumberFormatOptions) => {
    const key = `${digits} ${unit?.unit}`;
    const known =
      numbers.get(key) ??
      new Intl.NumberFormat(language, {
        maximumFractionDigits: digits,
        ...(unit && { style: 'unit', ...unit }),
      });
    numbers.set(key, known);
    return known.format(value);
  };
  return {
    date: (iso) => date.format(new Date(iso)),
    dateTime: (iso) => dateTime.format(new Date(iso)),
    ago: (iso) => formatAgo(ago, (Date.parse(iso) - Date.now()) / 1000),
    bytes: (count) => {
      const step = Math.min(byteUnits.length - 1, Math.floor(Math.log10(Math.max(1, count)) / 3));
      const value = count / 1000 ** step;
      const unitDisplay = step === 0 ? 'long' : 'short';
      return format(value, step > 0 && value < 10 ? 1 : 0, { unit: byteUnits[step], unitDisplay });
    },
    number: (value, digits = 0) => format(value, digits),
    separators: {
      decimalSeparator: format(0.5, 1).replace(/\d/g, ''),
      thousandSeparator: format(10_000, 0).replace(/\d/g, ''),
    },
    percent: (value) => share.format(value),
    duration: (ms) =>
      ms < 1000
        ? format(ms, ms < 10 ? 1 : 0, { unit: 'millisecond', unitDisplay: 'narrow' })
        : format(ms / 1000, 1, { unit: 'second', unitDisplay: 'narrow' }),
  };
}

function formatAgo(format: Intl.RelativeTimeFormat, seconds: number): string {
  const steps = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ] as const;
  for (const [unit, size] of steps) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  }
  return format.format(0, 'second');
}
