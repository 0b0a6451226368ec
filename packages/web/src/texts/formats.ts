import { useMemo } from 'react';
import type { Language } from './define-texts.ts';
import { useLanguage } from './language.tsx';

export interface Formats {
  readonly date: (iso: string) => string;
  readonly dateTime: (iso: string) => string;
  /** `3 minutes ago`. */
  readonly ago: (iso: string) => string;
  readonly bytes: (count: number) => string;
  readonly number: (value: number, digits?: number) => string;
  readonly percent: (share: number) => string;
  readonly duration: (ms: number) => string;
}

const units: Readonly<Record<Language, Units>> = {
  en: { ms: 'ms', s: 's', bytes: ['B', 'KB', 'MB', 'GB', 'TB'] },
  ru: { ms: 'мс', s: 'с', bytes: ['Б', 'КБ', 'МБ', 'ГБ', 'ТБ'] },
};

interface Units {
  readonly ms: string;
  readonly s: string;
  /** Each a thousand of the one before. */
  readonly bytes: readonly string[];
}

/** Dates and figures in the chosen language. */
export function useFormats(): Formats {
  const { language } = useLanguage();
  return useMemo(() => createFormats(language), [language]);
}

export function createFormats(language: Language): Formats {
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const dateTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const ago = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'long' });
  const number = (value: number, digits = 0) =>
    value.toLocaleString(language, { maximumFractionDigits: digits });
  return {
    date: (iso) => date.format(new Date(iso)),
    dateTime: (iso) => dateTime.format(new Date(iso)),
    ago: (iso) => formatAgo(ago, (Date.parse(iso) - Date.now()) / 1000),
    bytes: (count) => formatBytes(count, language),
    number,
    percent: (share) =>
      share.toLocaleString(language, { style: 'percent', maximumFractionDigits: 0 }),
    duration: (ms) => {
      const unit = units[language];
      return ms < 1000
        ? `${number(ms, ms < 10 ? 1 : 0)} ${unit.ms}`
        : `${number(ms / 1000, 1)} ${unit.s}`;
    },
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

function formatBytes(count: number, language: Language): string {
  const { bytes } = units[language];
  let value = count;
  let step = 0;
  while (value >= 1000 && step < bytes.length - 1) {
    value /= 1000;
    step += 1;
  }
  const digits = step > 0 && value < 10 ? 1 : 0;
  return `${value.toLocaleString(language, { maximumFractionDigits: digits })} ${bytes[step]}`;
}
