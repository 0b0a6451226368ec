import type { DocumentBuilder } from '../document-builder.ts';
import { readXml } from '../read-xml.ts';
import type { PartSource } from '../zip-archive.ts';

const coreNames: Readonly<Record<string, string>> = {
  'dc:creator': 'author',
  'dc:subject': 'subject',
  'dc:description': 'description',
  'dc:language': 'language',
  'cp:keywords': 'keywords',
  'dcterms:created': 'created',
  'dcterms:modified': 'modified',
};

/** Reads title, author, dates and other properties of an Office Open XML file. */
export async function readCoreProperties(zip: PartSource, builder: DocumentBuilder): Promise<void> {
  const part = await zip.read('docProps/core.xml');
  if (part !== undefined) readProperties(part, { names: coreNames }, builder);
}

interface PropertyNames {
  /** Properties by their element, or by its attribute `property`. */
  readonly names: Readonly<Record<string, string>>;
  /** Element around the properties; the whole part by default. */
  readonly within?: string;
}

/** Reads the title and the first of each property of a file. */
export function readProperties(
  part: Uint8Array,
  { names, within }: PropertyNames,
  target: Pick<DocumentBuilder, 'title' | 'metadata'>,
): void {
  let isInside = within === undefined;
  let text = '';
  let property = '';
  readXml(part, {
    open(name, attributes) {
      if (name === within) isInside = true;
      text = '';
      property = attributes.property ?? '';
    },
    text(piece) {
      if (isInside) text += piece;
    },
    close(name) {
      if (name === within) isInside = false;
      const known = names[property] ?? names[name];
      if (isInside && text.trim() !== '') {
        if (name === 'dc:title') target.title ??= text;
        else if (known !== undefined) target.metadata[known] ??= text;
      }
      text = '';
    },
  });
}
