import { expandEntities } from './expand-entities.ts';
import { readMarkup } from './read-markup.ts';
import { XmlNamespaces } from './xml-namespaces.ts';

/** Handlers for the elements of an XML part; names have the usual prefix of their namespace. */
export interface XmlHandlers {
  open?(name: string, attributes: Record<string, string>): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Streams an XML part through handlers. Tolerates invalid XML and builds no tree. */
export function readXml(bytes: Uint8Array, handlers: XmlHandlers): void {
  const namespaces = new XmlNamespaces();
  readMarkup(
    expandEntities(decodeXml(bytes)),
    {
      onopentag: (name, attributes) => {
        namespaces.open(attributes);
        handlers.open?.(namespaces.nameOf(name), namespaces.attributesOf(attributes));
      },
      onclosetag: (name) => {
        handlers.close?.(namespaces.nameOf(name));
        namespaces.close();
      },
      ontext: (text) => handlers.text?.(text),
    },
    { xmlMode: true },
  );
}

const declaration = /^<\?xml[^>]*encoding\s*=\s*["']([\w-]+)["']/;

function decodeXml(bytes: Uint8Array): string {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const declared = declaration.exec(Buffer.from(bytes.subarray(0, 200)).toString('latin1'))?.[1];
  try {
    return new TextDecoder(declared ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder('utf-8').decode(bytes);
  }
}
