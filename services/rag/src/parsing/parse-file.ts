import { readFile } from 'node:fs/promises';
import { decryptOffice, isEncryptedOffice } from './decrypt-office.ts';
import { type FileSample, sampleFile } from './file-sample.ts';
import type { Format } from './formats/format.ts';
import { formats } from './formats/index.ts';
import { ParseFailure } from './parse-failure.ts';
import type { ParseLimits } from './parse-limits.ts';
import type { ParsedDocument } from './parsed-document.ts';
import type { RecogniseText } from './recognition/recognise-text.ts';

/** A file to be read. */
export interface ParseRequest {
  /** Where the bytes lie on disk. */
  readonly path: string;
  /** As the user named it; used as a hint to the type, never as a path. */
  readonly fileName: string;
  readonly declaredMimeType?: string | undefined;
  readonly password?: string | undefined;
  /** Reads the text of pictures; without it they hold none. */
  readonly recognise?: RecogniseText | undefined;
}

/**
 * Reads one file in this process, without the time and memory limits: those are the pool's.
 * @throws ParseFailure
 */
export async function parseFile(
  request: ParseRequest,
  limits: ParseLimits,
): Promise<ParsedDocument> {
  const bytes = await readFile(request.path);
  if (bytes.length === 0) throw new ParseFailure('no_text', 'The file is empty.');
  return parseBytes(decrypt(bytes, request.password), request, limits);
}

function decrypt(bytes: Buffer, password: string | undefined): Buffer {
  try {
    return isEncryptedOffice(bytes) ? decryptOffice(bytes, password) : bytes;
  } catch (cause) {
    if (cause instanceof ParseFailure) throw cause;
    throw new ParseFailure('unreadable', 'The file is damaged: its container cannot be read.', {
      cause,
    });
  }
}

async function parseBytes(
  bytes: Buffer,
  request: ParseRequest,
  limits: ParseLimits,
): Promise<ParsedDocument> {
  const sample = await sampleFile(bytes, request, limits);
  if (sample.textHead?.trim() === '' && bytes.length < 32 * 1024) {
    throw new ParseFailure('no_text', 'The file holds nothing but white space.');
  }
  const format = recognise(sample);
  if (format.load === undefined) {
    throw new ParseFailure(
      'unsupported_format',
      `This kind of file (${format.label}) is not read.`,
    );
  }
  const parse = await format.load();
  const { fileName, password, recognise: readPicture } = request;
  try {
    return await parse({ bytes, fileName, password, limits, recognise: readPicture });
  } catch (cause) {
    if (cause instanceof ParseFailure) throw cause;
    throw new ParseFailure(
      'unreadable',
      `The file is damaged: it is no readable ${format.label}.`,
      {
        cause,
      },
    );
  }
}

const minProseChars = 200;

/** Whether a file is clearly a text, whatever its name says, and no remains of a damaged one. */
function isProse({ textHead = '' }: FileSample): boolean {
  return (
    textHead.trim().length >= minProseChars && !/\b(?:endobj|endstream|startxref)\b/.test(textHead)
  );
}

function recognise(sample: FileSample): Format {
  const promised = formats.find((format) => format.endings.includes(sample.ending));
  const found = formats.find((format) => format.recognise(sample));
  const isOnlyText = found === formats.at(-1);
  const isBroken = promised !== undefined && promised.isText === undefined && !isProse(sample);
  if (found !== undefined && !(isOnlyText && isBroken)) return found;
  if (promised === undefined) {
    throw new ParseFailure('unsupported_format', 'This kind of file is not read.');
  }
  throw new ParseFailure(
    'unreadable',
    `The file is damaged: its name says ${promised.label}, but its content is none.`,
  );
}
