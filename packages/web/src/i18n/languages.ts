import type { FirstTexts, PageTexts } from './texts.ts';

interface LanguageEntry {
  /** The name of the language in itself. */
  readonly name: string;
  readonly load: () => Promise<FirstTexts>;
  readonly loadPages: () => Promise<PageTexts>;
}

/** To add a language, copy the folder `en`, translate it, and add a row here. */
export const languages = {
  en: {
    name: 'English',
    load: () => import('./en/index.ts'),
    loadPages: () => import('./en/page-texts.ts'),
  },
  ru: {
    name: 'Русский',
    load: () => import('./ru/index.ts'),
    loadPages: () => import('./ru/page-texts.ts'),
  },
} as const satisfies Readonly<Record<string, LanguageEntry>>;

export type Language = keyof typeof languages;
