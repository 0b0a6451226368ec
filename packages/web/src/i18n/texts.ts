import type * as texts from './en/index.ts';
import type * as pageTexts from './en/page-texts.ts';

/** Texts that the first page needs, by feature. The English ones set the keys of every language. */
export type FirstTexts = typeof texts;
/** Texts of pages that are opened later. */
export type PageTexts = typeof pageTexts;
export type Texts = FirstTexts & PageTexts;
