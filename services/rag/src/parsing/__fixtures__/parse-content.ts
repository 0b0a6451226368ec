import { parseFile } from '../parse-file.ts';
import { defaultParseLimits } from '../parse-limits.ts';
import type { ReadParts } from '../formats/format.ts';
import type { Block, ParsedDocument } from '../parsed-document.ts';
import { TemporaryFiles } from './temporary-files.ts';

export async function parseContent(
  content: string | Uint8Array,
  fileName: string,
  parts: ReadParts = {},
): Promise<ParsedDocument> {
  const files = new TemporaryFiles();
  try {
    return await parseFile({ path: await files.write(content), fileName, parts }, defaultParseLimits);
  } finally {
    await files.remove();
  }
}

export function textOf(document: ParsedDocument, block: Block): string {
  return [...document.text].slice(block.start, block.end).join('');
}
