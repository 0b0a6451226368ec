import { Parser } from 'htmlparser2';
import { droppedElements } from './html-elements.ts';

/** Minimum share of the page's text in its main element. */
const mainShare = 0.3;

/**
 * Finds the element with the page's own text: `<main>`, an element with the role `main`, or a
 * single `<article>`.
 *
 * @returns its position among the page's elements, counted from 0, or undefined.
 */
export function findMainElement(html: string): number | undefined {
  const found: { position: number; isArticle: boolean; letters: number }[] = [];
  let position = -1;
  let depth = 0;
  let dropped = 0;
  let letters = 0;
  let inside: { element: (typeof found)[number]; depth: number } | undefined;
  const parser = new Parser({
    onopentag(name, attributes) {
      position += 1;
      depth += 1;
      if (droppedElements.has(name)) dropped += 1;
      if (inside !== undefined) return;
      if (name === 'main' || attributes.role === 'main' || name === 'article') {
        const element = { position, isArticle: name === 'article', letters: 0 };
        found.push(element);
        inside = { element, depth };
      }
    },
    ontext(text) {
      if (dropped > 0) return;
      const count = text.trim().length;
      letters += count;
      if (inside !== undefined) inside.element.letters += count;
    },
    onclosetag(name) {
      if (inside?.depth === depth) inside = undefined;
      depth -= 1;
      if (droppedElements.has(name)) dropped -= 1;
    },
  });
  parser.end(html);
  const articles = found.filter((element) => element.isArticle);
  const main =
    found.find((element) => !element.isArticle) ??
    (articles.length === 1 ? articles[0] : undefined);
  return main !== undefined && main.letters >= letters * mainShare ? main.position : undefined;
}
