import { readXml } from '../../read-xml.ts';

export interface ParagraphStyle {
  /** 1 to 9 where the style is a heading. */
  readonly headingLevel: number | undefined;
  readonly isTitle: boolean;
  readonly isQuote: boolean;
  readonly isCode: boolean;
  /** List of the paragraphs with this style. */
  readonly list: { id: string; depth: number } | undefined;
}

interface DraftStyle {
  name: string;
  basedOn: string | undefined;
  outline: number | undefined;
  listId: string | undefined;
  listDepth: number;
}

/** Reads the paragraph styles of a Word file by id, including inherited properties. */
export function readStyles(part: Uint8Array): Map<string, ParagraphStyle> {
  const drafts = readDrafts(part);
  const styles = new Map<string, ParagraphStyle>();
  for (const [id, draft] of drafts) {
    const line = lineage(drafts, draft);
    const outline = line.find((style) => style.outline !== undefined)?.outline;
    const listed = line.find((style) => style.listId !== undefined);
    const named = line.map((style) => headingByName(style.name)).find((level) => level);
    styles.set(id, {
      headingLevel: named ?? (outline !== undefined && outline < 9 ? outline + 1 : undefined),
      isTitle: /^title$/i.test(draft.name),
      isQuote: /quote|quotation/i.test(draft.name),
      isCode: /\bcode\b|preformatted|source text/i.test(draft.name),
      list:
        listed?.listId === undefined ? undefined : { id: listed.listId, depth: listed.listDepth },
    });
  }
  return styles;
}

function headingByName(name: string): number | undefined {
  const level = /^heading\s*([1-9])$/i.exec(name)?.[1];
  return level === undefined ? undefined : Number(level);
}

function lineage(drafts: ReadonlyMap<string, DraftStyle>, first: DraftStyle): DraftStyle[] {
  const line = [first];
  for (let next = first.basedOn; next !== undefined && line.length < 20; ) {
    const style = drafts.get(next);
    if (style === undefined) break;
    line.push(style);
    next = style.basedOn;
  }
  return line;
}

function readDrafts(part: Uint8Array): Map<string, DraftStyle> {
  const drafts = new Map<string, DraftStyle>();
  let style: DraftStyle | undefined;
  readXml(part, {
    open(name, attributes) {
      if (name === 'w:style' && attributes['w:type'] === 'paragraph') {
        style = {
          name: '',
          basedOn: undefined,
          outline: undefined,
          listId: undefined,
          listDepth: 0,
        };
        drafts.set(attributes['w:styleId'] ?? '', style);
      }
      if (style === undefined) return;
      const value = attributes['w:val'];
      if (name === 'w:name') style.name = value ?? '';
      else if (name === 'w:basedOn') style.basedOn = value;
      else if (name === 'w:outlineLvl') style.outline = Number(value);
      else if (name === 'w:numId') style.listId = value;
      else if (name === 'w:ilvl') style.listDepth = Number(value);
    },
    close(name) {
      if (name === 'w:style') style = undefined;
    },
  });
  return drafts;
}
