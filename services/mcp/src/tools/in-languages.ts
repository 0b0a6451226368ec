import { type Language, languages } from '../calls/languages.ts';

type Texts = Readonly<Record<Language, string>>;

/** Key of a description in another language than the default, in metadata of a schema. */
const keyOf = (language: Language) => `description:${language}`;

/** Returns an argument's description in all languages, as metadata of its schema. */
export function inLanguages(texts: Texts): Record<string, string> {
  const entries = languages.map((language) => [keyOf(language), texts[language]]);
  return { description: texts[languages[0]], ...Object.fromEntries(entries) };
}

/** Returns a JSON schema with its descriptions in one language. */
export function translateSchema(schema: unknown, language: Language): unknown {
  if (Array.isArray(schema)) return schema.map((item) => translateSchema(item, language));
  if (typeof schema !== 'object' || schema === null) return schema;
  const given = schema as Readonly<Record<string, unknown>>;
  const own = given[keyOf(language)];
  const keys = new Set(languages.map(keyOf));
  const entries = Object.entries(given)
    .filter(([key]) => !keys.has(key))
    .map(([key, value]) => [key, translateSchema(value, language)]);
  return { ...Object.fromEntries(entries), ...(own !== undefined && { description: own }) };
}
