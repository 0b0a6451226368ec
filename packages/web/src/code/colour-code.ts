import './colour-code.css';
import { findTokens } from './find-tokens.ts';

/** Colours the text of an element by highlights, and returns what removes them. */
export function colourCode(element: HTMLElement, language: string): () => void {
  const added: [Highlight, Range][] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let node = walker.nextNode();
  let nodeStart = 0;
  for (const { kind, start, end } of findTokens(element.textContent, language)) {
    while (node && nodeStart + lengthOf(node) <= start) {
      nodeStart += lengthOf(node);
      node = walker.nextNode();
    }
    const highlight = highlightOf(kind);
    // A mark divides the text, so a token may lie in several nodes.
    for (let at = start; node && at < end; ) {
      const stop = Math.min(end, nodeStart + lengthOf(node));
      const range = new Range();
      range.setStart(node, at - nodeStart);
      range.setEnd(node, stop - nodeStart);
      highlight.add(range);
      added.push([highlight, range]);
      at = stop;
      if (at === end) break;
      nodeStart = stop;
      node = walker.nextNode();
    }
  }
  return () => {
    for (const [highlight, range] of added) highlight.delete(range);
  };
}

function lengthOf(node: Node): number {
  return node.nodeValue?.length ?? 0;
}

function highlightOf(kind: string): Highlight {
  const name = `code-${kind}`;
  const known = CSS.highlights.get(name);
  if (known) return known;
  const made = new Highlight();
  CSS.highlights.set(name, made);
  return made;
}
