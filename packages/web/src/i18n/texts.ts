import type * as texts from './en/index.ts';
import type * as pageTexts from './en/page-texts.ts';

/** Texts that the first page needs, by feature. The English ones set the keys of every language. */
export type FirstTexts = typeof texts;
/** Texts of pages that are opened later. */
export type PageTexts = typeof pageTexts;
export type OwnTexts = FirstTexts & PageTexts;

/** Texts whose keys are codes of the suite, so that a common text must not be taken for one. */
export const textsByCode = [
  'auditActions',
  'errors',
  'modelProblems',
  'toolFailures',
  'warnings',
] as const;

/** Texts by feature, each with the common ones, of which its own take precedence. */
export type Texts = {
  readonly [Feature in keyof OwnTexts]: Feature extends (typeof textsByCode)[number]
    ? OwnTexts[Feature]
    : OwnTexts[Feature] & Omit<OwnTexts['common'], keyof OwnTexts[Feature]>;
};

/** Part of the texts of another language. */
type Translation<Text> = Text extends (...values: never[]) => unknown
  ? Text
  : Text extends object
    ? { readonly [Key in keyof Text]?: Translation<Text[Key]> }
    : Text;

/** Texts of a translation by feature. The page shows a missing one in English. */
export type Translations = {
  readonly [Feature in keyof OwnTexts]: Translation<OwnTexts[Feature]>;
};

/** Returns texts by feature with the common ones. */
export function addCommon<Group extends Partial<OwnTexts>>(
  group: Group,
  { common }: FirstTexts,
): Pick<Texts, keyof Group & keyof Texts> {
  const byCode: readonly string[] = textsByCode;
  const features = Object.entries(group).map(([name, own]) => [
    name,
    byCode.includes(name) ? own : { ...common, ...own },
  ]);
  return Object.fromEntries(features);
}
