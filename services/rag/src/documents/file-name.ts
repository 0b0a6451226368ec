import { basename, extname } from 'node:path';

const maxLength = 255;

/** A name from outside as a plain file name: no folders, no control characters, at most 255 characters. */
export function cleanFileName(name: string): string {
  const plain = basename(name.normalize('NFC').replaceAll('\\', '/'))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
    .replaceAll(/[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
  const named = plain === '' || plain === '.' || plain === '..' ? 'unnamed' : plain;
  if (named.length <= maxLength) return named;
  const ending = extname(named).slice(0, 20);
  return named.slice(0, maxLength - ending.length) + ending;
}

/** The title of a document that names none: its file name without the ending. */
export function titleFromFileName(fileName: string): string {
  return basename(fileName, extname(fileName)) || fileName;
}
