export const languages = ['en', 'ru'] as const;
export type Language = (typeof languages)[number];

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
export function defineTexts<const T extends TextTable>(texts: {
  readonly en: T;
  readonly ru: Translation<T>;
}): Texts<T> {
  return { en: texts.en as unknown as Translation<T>, ru: texts.ru };
}
