import type * as texts from './en/index.ts';
import type * as pageTexts from './en/page-texts.ts';

/** Texts that the first page needs, by feature. The English ones set the keys of every language. */
export type FirstTexts = typeof texts;
/** Texts of pages that are opened later. */
export type PageTexts = typeof pageTexts;
export type Texts = FirstTexts & PageTexts;

/** Part of the texts of another language. */
type Translation<Text> = Text extends (...values: never[]) => unknown
  ? Text
  : Text extends object
    ? { readonly [Key in keyof Text]?: Translation<Text[Key]> }
    : Text;

/** Texts of a translation by feature. The page shows a missing one in English. */
export type Translations = { readonly [Feature in keyof Texts]: Translation<Texts[Feature]> };
