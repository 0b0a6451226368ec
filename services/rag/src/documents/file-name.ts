import { basename, extname } from 'node:path';

import { dropUnseen, isVisible } from '@lectern/contracts';

const maxBytes = 255;
/** Control characters and line breaks. */
const control = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

/**
 * Returns a plain file name from user input: no folders, no control or invisible characters, at
 * most 255 bytes.
 */
export function cleanFileName(name: string): string {
  const plain = basename(dropUnseen(name).normalize('NFC').replaceAll('\\', '/'))
    .replaceAll(control, '')
    .trim();
  const named = !isVisible(plain) || plain === '.' || plain === '..' ? 'unnamed' : plain;
  if (Buffer.byteLength(named) <= maxBytes) return named;
  const ending = cutToBytes(extname(named), 20);
  return cutToBytes(named, maxBytes - Buffer.byteLength(ending)) + ending;
}

/** Returns the start of a text, cut between characters. */
function cutToBytes(text: string, bytes: number): string {
  const encoded = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, encoded.read);
}

/** Returns the title of a document without one: its file name without the extension. */
export function titleFromFileName(fileName: string): string {
  return basename(fileName, extname(fileName)) || fileName;
}
