import type { DocumentBuilder } from '../document-builder.ts';
import { InlineBuilder, type ReportLeftOut } from '../inline/inline-builder.ts';
import { readOmml } from '../inline/math.ts';
import { decodeSymbols } from '../symbol-fonts.ts';
import { childrenOf, descendants, find, readXmlTree, textOf, type XmlNode } from '../xml-tree.ts';

/** Returns the paragraphs of a text body of DrawingML (`a:p`), those without text left out. */
export function readParagraphs(body: XmlNode, report: ReportLeftOut): string[] {
  return [...descendants(body, 'a:p')]
    .map((paragraph) => readParagraph(paragraph, report))
    .filter((text) => text.trim() !== '');
}

/** Writes the texts of a diagram (SmartArt), a paragraph each. */
export function writeDiagram(part: Uint8Array, builder: DocumentBuilder): void {
  const texts = readParagraphs(readXmlTree(part), (reason, text) => builder.leaveOut(reason, text));
  for (const text of texts) builder.paragraph(text);
}

/**
 * Returns a paragraph of DrawingML with its raised digits, formulas and links.
 * @param links addresses of links by relation.
 */
export function readParagraph(
  paragraph: XmlNode,
  report: ReportLeftOut,
  links: ReadonlyMap<string, string> = new Map(),
): string {
  const inline = new InlineBuilder(report);
  addPieces(paragraph, inline, links);
  return inline.take();
}

function addPieces(node: XmlNode, inline: InlineBuilder, links: ReadonlyMap<string, string>): void {
  for (const child of childrenOf(node)) {
    if (child.name === 'a:r' || child.name === 'a:fld') addRun(child, inline, links);
    else if (child.name === 'a:br') inline.add('\n');
    else if (child.name === 'a:tab') inline.add('\t');
    else if (child.name === 'm:oMath' || child.name === 'm:oMathPara') {
      for (const piece of readOmml(child)) inline.add(piece);
    } else if (child.name === 'mc:AlternateContent') {
      const [first] = childrenOf(child);
      if (first !== undefined) addPieces(first, inline, links);
    } else if (!child.name.endsWith('Pr')) addPieces(child, inline, links);
  }
}

function addRun(run: XmlNode, inline: InlineBuilder, links: ReadonlyMap<string, string>): void {
  const properties = find(run, 'a:rPr');
  const fonts = ['a:sym', 'a:latin'].map((name) => find(properties, name)?.attributes.typeface);
  const text = fonts.reduce<string>(
    (shown, font) => decodeSymbols(font ?? '', shown),
    textOf(find(run, 'a:t')),
  );
  const baseline = Number.parseFloat(properties?.attributes.baseline ?? '0') || 0;
  const target = links.get(find(properties, 'a:hlinkClick')?.attributes['r:id'] ?? '');
  const isStruck = /^(?:sng|dbl)Strike$/.test(properties?.attributes.strike ?? '');
  if (isStruck) inline.leaveOut('deleted', text);
  else if (baseline > 0) inline.addScript('raised', text);
  else if (baseline < 0) inline.addScript('lowered', text);
  else if (target !== undefined) inline.add({ kind: 'link', content: [text], target });
  else inline.add(text);
}
