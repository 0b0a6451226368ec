import { readXml } from '../read-xml.ts';
import type { PartSource } from '../zip-archive.ts';

export interface CoreProperties {
  readonly title: string | null;
  readonly metadata: Record<string, string>;
}

const names: Record<string, string> = {
  'dc:creator': 'author',
  'dc:subject': 'subject',
  'dc:description': 'description',
  'dc:language': 'language',
  'cp:keywords': 'keywords',
  'dcterms:created': 'created',
  'dcterms:modified': 'modified',
};

/** Reads title, author, dates and other properties of an Office Open XML file. */
export async function readCoreProperties(zip: PartSource): Promise<CoreProperties> {
  const metadata: Record<string, string> = {};
  let title: string | null = null;
  const part = await zip.read('docProps/core.xml');
  if (part === undefined) return { title, metadata };
  let text = '';
  readXml(part, {
    open: () => {
      text = '';
    },
    text: (piece) => {
      text += piece;
    },
    close: (name) => {
      const known = names[name];
      if (name === 'dc:title' && text.trim() !== '') title = text;
      else if (known !== undefined && text.trim() !== '') metadata[known] = text;
      text = '';
    },
  });
  return { title, metadata };
}
