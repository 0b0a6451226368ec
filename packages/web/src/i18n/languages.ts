/** Texts of the page by feature. The English ones set the keys of every language. */
export type Texts = typeof import('./en/index.ts')['texts'];

interface LanguageEntry {
  /** The name of the language in itself. */
  readonly name: string;
  readonly load: () => Promise<{ readonly texts: Texts }>;
}

/** To add a language, copy the folder `en`, translate it, and add a row here. */
export const languages = {
  en: { name: 'English', load: () => import('./en/index.ts') },
  ru: { name: 'Русский', load: () => import('./ru/index.ts') },
} as const satisfies Readonly<Record<string, LanguageEntry>>;

export type Language = keyof typeof languages;
