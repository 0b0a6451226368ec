import { DocumentBuilder } from '../../document-builder.ts';
import type { FormatParser } from '../format.ts';
import { type PictureSource, PictureTexts } from '../picture-texts.ts';
import { readHtml } from './read-html.ts';

const declaredCharset = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i;

/** Parses a page's own text, without menus, scripts and other surroundings. */
export const parseHtml: FormatParser = async (input) => {
  const { bytes, limits } = input;
  const head = bytes.toString('latin1', 0, 4096);
  const markup = /<[^<>]*>/g;
  const sample = Buffer.from(
    bytes.toString('latin1', 0, 256 * 1024).replace(markup, ' '),
    'latin1',
  );
  const options = { declared: declaredCharset.exec(head)?.[1], sample };
  let builder = new DocumentBuilder(limits);
  const { text, encoding } = builder.decode(bytes, options);
  const texts = await PictureTexts.read(listPictures(text), input);
  const pictures = { texts, keyOf: withoutSpace };
  readHtml(text, builder, { mainOnly: true, dropNoise: true, pictures });
  if (builder.isEmpty) {
    builder = new DocumentBuilder(limits);
    builder.decode(bytes, options);
    readHtml(text, builder, { dropNoise: false, pictures });
  }
  builder.metadata.encoding = encoding;
  return builder.finish('text/html');
};

const pictureInside = /\bsrc\s*=\s*(["'])(data:image\/[\w.+-]+;base64,[^"']+)\1/gi;

/** Lists the pictures that a page contains; the key is their address. */
function* listPictures(html: string): Generator<PictureSource> {
  const keys = new Set<string>();
  for (const [, , address = ''] of html.matchAll(pictureInside)) {
    const key = withoutSpace(address);
    if (keys.has(key)) continue;
    keys.add(key);
    const data = key.slice(key.indexOf(',') + 1);
    const name = `picture ${keys.size} of the page`;
    yield { key, name, read: async () => Buffer.from(data, 'base64') };
  }
}

function withoutSpace(address: string): string {
  return address.replace(/\s+/g, '');
}
