import { readFile } from 'node:fs/promises';
import { decryptOffice, isEncryptedOffice } from './decrypt-office.ts';
import { type FileSample, sampleFile } from './file-sample.ts';
import type { Format } from './formats/format.ts';
import { formats } from './formats/index.ts';
import { ParseFailure } from './parse-failure.ts';
import type { ParseLimits } from './parse-limits.ts';
import type { ParsedDocument } from './parsed-document.ts';
import type { RecogniseText } from './recognition/recognise-text.ts';

/** A file to parse. */
export interface ParseRequest {
  /** Path of the bytes on disk. */
  readonly path: string;
  /** File name from the user: a hint to the type, never a path. */
  readonly fileName: string;
  readonly declaredMimeType?: string | undefined;
  readonly password?: string | undefined;
  /** Recognises the text of pictures; without it pictures have none. */
  readonly recognise?: RecogniseText | undefined;
}

/**
 * Parses one file in this process. The time and memory limits are enforced by the pool.
 * @throws ParseFailure
 */
export async function parseFile(
  request: ParseRequest,
  limits: ParseLimits,
): Promise<ParsedDocument> {
  const bytes = await readFile(request.path);
  if (bytes.length === 0) throw new ParseFailure('no_text', 'The file is empty.');
  return parseBytes(await decrypt(bytes, request.password), request, limits);
}

async function decrypt(bytes: Buffer, password: string | undefined): Promise<Buffer> {
  try {
    return (await isEncryptedOffice(bytes)) ? await decryptOffice(bytes, password) : bytes;
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
    throw new ParseFailure('no_text', 'The file contains only white space.');
  }
  const format = recognise(sample);
  if (format.load === undefined) {
    throw new ParseFailure(
      'unsupported_format',
      `This file type is not supported: ${format.label}.`,
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
      `The file is damaged: it is not a readable ${format.label}.`,
      {
        cause,
      },
    );
  }
}

const minProseChars = 200;

/**
 * Returns true for a file that is clearly text, regardless of its name, and not the rest of a
 * damaged one.
 */
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
    throw new ParseFailure('unsupported_format', 'This file type is not supported.');
  }
  throw new ParseFailure(
    'unreadable',
    `The file is damaged: its name says ${promised.label}, but its content is of another kind.`,
  );
}
