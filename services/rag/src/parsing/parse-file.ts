import { readFile } from 'node:fs/promises';
import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { decryptOffice, isEncryptedOffice } from './decrypt-office.ts';
import { type FileSample, sampleFile } from './file-sample.ts';
import type { AttachedFile, Format, ReadParts } from './formats/format.ts';
import { formats } from './formats/index.ts';
import { ParseFailure } from './parse-failure.ts';
import type { ParseLimits } from './parse-limits.ts';
import type { ParsedDocument } from './parsed-document.ts';
import type { RecogniseText } from './recognition/recognise-text.ts';

export interface ParseRequest {
  /** Path of the bytes on disk. */
  readonly path: string;
  /** File name from the user: a hint to the type, never a path. */
  readonly fileName: string;
  readonly declaredMimeType?: string | undefined;
  readonly password?: string | undefined;
  /** Parts beside the text that are read too. */
  readonly parts?: ReadParts | undefined;
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
  return parseBytes(await decrypt(bytes, request.password), request, { limits, ...startNesting() });
}

/** Maximum depth of files within files. */
const maxDepth = 3;
/** Maximum files within one file. */
const maxAttached = 200;
/** Share of the limits on time and inflated bytes that the files within a file may use. */
const attachedShare = 0.5;
const attachedZipShare = 0.125;

interface Nesting {
  readonly depth: number;
  /** Files within the outermost one that were read. */
  readonly count: { attached: number };
  readonly startedAt: EventLoopUtilization;
}

function startNesting(): Nesting {
  return { depth: 0, count: { attached: 0 }, startedAt: performance.eventLoopUtilization() };
}

/** Parses a file within another, within a part of the limits. */
async function parseAttached(
  { bytes, fileName, declaredMimeType, clockMs = Number.POSITIVE_INFINITY }: AttachedFile,
  request: ParseRequest,
  { limits, depth, count, startedAt }: Nesting & { readonly limits: ParseLimits },
): Promise<ParsedDocument> {
  count.attached += 1;
  const workedMs = performance.eventLoopUtilization(startedAt).active;
  if (depth >= maxDepth || count.attached > maxAttached) {
    throw new ParseFailure('too_large', 'The file contains more files than are supported.');
  }
  if (workedMs > limits.timeMs * attachedShare) {
    throw new ParseFailure('too_large', 'The time for the files within this file was over.');
  }
  if (bytes.length === 0) throw new ParseFailure('no_text', 'The file is empty.');
  const maxUncompressedBytes = limits.maxUncompressedBytes * attachedZipShare;
  const { path, parts, recognise: readPicture } = request;
  const attached = { path, fileName, declaredMimeType, parts, recognise: readPicture };
  return parseBytes(await decrypt(bytes, undefined), attached, {
    limits: { ...limits, maxUncompressedBytes, clockMs: Math.min(clockMs, limits.clockMs) },
    depth: depth + 1,
    count,
    startedAt,
  });
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
  nesting: Nesting & { readonly limits: ParseLimits },
): Promise<ParsedDocument> {
  const { limits } = nesting;
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
  const { fileName, password, parts, recognise: readPicture } = request;
  try {
    return await parse({
      bytes,
      fileName,
      password,
      parts,
      limits,
      recognise: readPicture,
      readAttached: (file) => parseAttached(file, request, nesting),
    });
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
