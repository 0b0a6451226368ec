import type { PartSource } from '../../zip-archive.ts';

const part =
  /<(?:\w+:)?part\b[^>]*?\s(?:\w+:)?name="\/?([^"]+)"[^>]*>\s*<(?:\w+:)?(xmlData|binaryData)[^>]*>([\s\S]*?)<\/(?:\w+:)?\2>/g;

/** Reads the parts of an Office file that is saved as one XML file (Flat OPC). */
export function readFlatPackage(bytes: Buffer): PartSource {
  const parts = new Map<string, Buffer>();
  for (const [, name = '', kind, content = ''] of bytes.toString('utf8').matchAll(part)) {
    parts.set(name, Buffer.from(content, kind === 'binaryData' ? 'base64' : 'utf8'));
  }
  return {
    names: [...parts.keys()],
    has: (name) => parts.has(name),
    read: async (name) => parts.get(name),
  };
}
