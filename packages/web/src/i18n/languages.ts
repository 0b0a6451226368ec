import type { FirstTexts, PageTexts } from './texts.ts';

interface LanguageEntry {
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
  de: {
    name: 'Deutsch',
    load: async () => completeTexts(await import('./de/index.ts'), await import('./en/index.ts')),
    loadPages: async () =>
      completeTexts(await import('./de/page-texts.ts'), await import('./en/page-texts.ts')),
  },
} as const satisfies Readonly<Record<string, LanguageEntry>>;

export type Language = keyof typeof languages;

/** Returns the texts of a translation, with the English ones where it has none. */
export function completeTexts<Text extends object>(translation: object, english: Text): Text {
  const known = english as Readonly<Record<string, unknown>>;
  const own = Object.entries(translation).map(([key, text]) => {
    const other = known[key];
    const isGroup = typeof text === 'object' && typeof other === 'object' && other !== null;
    return [key, isGroup ? completeTexts(text, other) : text];
  });
  return { ...known, ...Object.fromEntries(own) } as Text;
}
