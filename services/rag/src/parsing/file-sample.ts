import { dropTerminalSequences } from './clean-text.ts';
import { isCompoundFile, readCompoundFile } from './compound-file.ts';
import { type DecodedText, decodeText, detectUnicode } from './decode-text.ts';
import type { ParseLimits } from './parse-limits.ts';
import { openZipArchive, type ZipArchive } from './zip-archive.ts';

/** Properties that a file's type is recognised by. */
export interface FileSample {
  readonly bytes: Buffer;
  /** File name extension in lower case, without the dot; empty where there is none. */
  readonly ending: string;
  readonly declaredMimeType: string | undefined;
  /** Present for a zip container with a readable directory. */
  readonly zip: ZipArchive | undefined;
  /** List of the content types of an Office Open XML package; empty for other files. */
  readonly contentTypes: string;
  /** Names at the top level of a compound file, the container of old Office documents. */
  readonly compoundNames: readonly string[];
  /** The first characters, where the file is text in any encoding. */
  readonly textHead: string | undefined;
}

const headBytes = 32 * 1024;

/**
 * Reads the properties that a file's type is recognised by.
 * @throws ParseFailure for a container that is damaged or too large to be opened.
 */
export async function sampleFile(
  bytes: Buffer,
  request: { fileName: string; declaredMimeType?: string | undefined },
  limits: ParseLimits,
): Promise<FileSample> {
  const isZip = bytes.length >= 4 && bytes.readUInt32LE(0) === 0x04034b50;
  const zip = isZip ? await openZipArchive(bytes, limits) : undefined;
  return {
    bytes,
    ending: /\.([^./\\]+)$/.exec(request.fileName)?.[1]?.toLowerCase() ?? '',
    declaredMimeType: request.declaredMimeType?.split(';')[0]?.trim().toLowerCase(),
    compoundNames: isCompoundFile(bytes) ? (await readCompoundFile(bytes)).rootNames : [],
    zip,
    contentTypes: await readContentTypes(zip),
    textHead: isZip ? undefined : readTextHead(bytes),
  };
}

async function readContentTypes(zip: ZipArchive | undefined): Promise<string> {
  const part = await zip?.read('[Content_Types].xml').catch(() => undefined);
  return part?.toString() ?? '';
}

function readTextHead(bytes: Buffer): string | undefined {
  const head = cutHead(bytes);
  if (detectUnicode(head) === undefined && head.includes(0)) return undefined;
  return textOf(decodeText(head));
}

/** Ends the head after a line, so that no character is cut. */
function cutHead(bytes: Buffer): Buffer {
  if (bytes.length <= headBytes) return bytes;
  const newline = bytes.lastIndexOf(0x0a, headBytes - 4);
  const end = newline === -1 || newline < headBytes / 2 ? headBytes : newline + 1;
  return bytes.subarray(0, end - (end % 4));
}

function textOf(decoded: DecodedText): string | undefined {
  const text = dropTerminalSequences(decoded.text);
  let unprintable = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isControl =
      code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d && code !== 0x0c;
    if (isControl || (code >= 0x7f && code < 0x85) || (code > 0x85 && code < 0xa0))
      unprintable += 1;
  }
  return unprintable > text.length / 50 ? undefined : text;
}
