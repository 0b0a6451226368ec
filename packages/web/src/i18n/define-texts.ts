/** Languages of the page, by their names in themselves. */
export const languageNames = { en: 'English', ru: 'Русский' } as const;
export type Language = keyof typeof languageNames;
export const languages = Object.keys(languageNames) as Language[];

type Text = string | ((...values: never[]) => string);
type TextTable = Readonly<Record<string, Text>>;

/** The same keys, and for each function the same parameters. */
type Translation<T extends TextTable> = {
  readonly [K in keyof T]: T[K] extends (...values: infer Values) => string
    ? (...values: Values) => string
    : string;
};

export type Texts<T extends TextTable = TextTable> = Readonly<Record<Language, Translation<T>>>;

/** A part of the catalogue in every language. A key that one of them lacks does not compile. */
export function defineTexts<const T extends TextTable>(
  texts: { readonly en: T } & Omit<Texts<T>, 'en'>,
): Texts<T> {
  // English is its own translation, which TypeScript does not see while T is open.
  return texts as unknown as Texts<T>;
}
