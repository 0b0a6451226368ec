import type { ParserOptions } from 'htmlparser2';
import { readMarkup } from '../../read-markup.ts';
import { isDropped } from './html-elements.ts';
import { PageStyles } from './page-styles.ts';

/** Minimum share of the page's text in its main element. */
const mainShare = 0.3;
/** Maximum share of links in an aside that is text; others are menus. */
const maxLinkShare = 0.5;

/** Maximum asides and reversed lists within each other that are counted. */
const maxNested = 20;

/** Facts about a page that are needed before its text; elements by position, counted from 0. */
export interface PageSurvey {
  /**
   * The element with the page's own text: `<main>`, an element with the role `main`, or a single
   * `<article>`.
   */
  readonly main: number | undefined;
  /** Asides that are text, such as warnings. */
  readonly asides: ReadonlySet<number>;
  /** Number of items of each reversed list. */
  readonly reversed: ReadonlyMap<number, number>;
  /** Ids of panels that a button opens. */
  readonly panels: ReadonlySet<string>;
  readonly styles: PageStyles;
}

interface Candidate {
  readonly position: number;
  readonly isArticle: boolean;
  letters: number;
}

interface Counted {
  readonly position: number;
  readonly name: string;
  readonly depth: number;
  letters: number;
  linked: number;
  items: number;
}

export function surveyPage(
  html: string,
  syntax: ParserOptions,
  sheets: readonly string[] = [],
): PageSurvey {
  const found: Candidate[] = [];
  const counted: Counted[] = [];
  const asides = new Set<number>();
  const reversed = new Map<number, number>();
  const panels = new Set<string>();
  const styles = new PageStyles();
  for (const each of sheets) styles.add(each);
  let sheet: string | undefined;
  let position = -1;
  let depth = 0;
  let dropped = 0;
  let links = 0;
  let letters = 0;
  let inside: { element: Candidate; depth: number } | undefined;
  readMarkup(
    html,
    {
      onopentag(name, attributes) {
        position += 1;
        depth += 1;
        if (isDropped(name, attributes) || dropped > 0) dropped += 1;
        if (name === 'a') links += 1;
        if (name === 'style') sheet = '';
        if (name === 'li')
          for (const list of counted) list.items += list.depth === depth - 1 ? 1 : 0;
        const isCounted = name === 'aside' || (name === 'ol' && 'reversed' in attributes);
        if (isCounted && counted.length < maxNested) {
          counted.push({ position, name, depth, letters: 0, linked: 0, items: 0 });
        }
        for (const id of attributes['aria-controls']?.split(/\s+/) ?? []) panels.add(id);
        if (inside !== undefined) return;
        if (name === 'main' || attributes.role === 'main' || name === 'article') {
          const element = { position, isArticle: name === 'article', letters: 0 };
          found.push(element);
          inside = { element, depth };
        }
      },
      ontext(text) {
        if (sheet !== undefined) sheet += text;
        if (dropped > 0) return;
        const count = text.trim().length;
        letters += count;
        for (const element of counted) {
          element.letters += count;
          if (links > 0) element.linked += count;
        }
        if (inside !== undefined) inside.element.letters += count;
      },
      onclosetag(name) {
        if (inside?.depth === depth) inside = undefined;
        const last = counted.at(-1);
        if (last?.depth === depth) {
          counted.pop();
          if (last.name === 'ol') reversed.set(last.position, last.items);
          else if (last.linked < maxLinkShare * last.letters) asides.add(last.position);
        }
        if (name === 'a') links -= 1;
        if (name === 'style' && sheet !== undefined) {
          styles.add(sheet);
          sheet = undefined;
        }
        depth -= 1;
        if (dropped > 0) dropped -= 1;
      },
    },
    syntax,
  );
  const articles = found.filter((element) => element.isArticle);
  const main =
    found.find((element) => !element.isArticle) ??
    (articles.length === 1 ? articles[0] : undefined);
  const isMain = main !== undefined && main.letters >= letters * mainShare;
  return { main: isMain ? main.position : undefined, asides, reversed, panels, styles };
}
