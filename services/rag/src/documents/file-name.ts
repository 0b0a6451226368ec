import { basename, extname } from 'node:path';

import { dropUnseen, isVisible } from '@lectern/contracts';

const maxBytes = 255;
/** What a terminal obeys or breaks a line. */
const control = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

/** A name from outside as a plain file name: no folders, no controls, no signs that nobody sees, at most 255 bytes. */
export function cleanFileName(name: string): string {
  const plain = basename(dropUnseen(name).normalize('NFC').replaceAll('\\', '/'))
    .replaceAll(control, '')
    .trim();
  const named = !isVisible(plain) || plain === '.' || plain === '..' ? 'unnamed' : plain;
  if (Buffer.byteLength(named) <= maxBytes) return named;
  const ending = cutToBytes(extname(named), 20);
  return cutToBytes(named, maxBytes - Buffer.byteLength(ending)) + ending;
}

/** The start of a text, whole characters alone. */
function cutToBytes(text: string, bytes: number): string {
  const encoded = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, encoded.read);
}

/** The title of a document that names none: its file name without the ending. */
export function titleFromFileName(fileName: string): string {
  return basename(fileName, extname(fileName)) || fileName;
}
