import { decodeAs } from './decode-as.ts';
import { encodingOfCodePage } from './formats/rtf/encodings.ts';
import { ParseFailure } from './parse-failure.ts';

const signature = Buffer.from('d0cf11e0a1b11ae1', 'hex');

export function isCompoundFile(bytes: Buffer): boolean {
  return bytes.subarray(0, 8).equals(signature);
}

/** A compound file, the container of old Office documents. */
export interface CompoundFile {
  /** Names at the top level: streams, and storages with streams of their own. */
  readonly rootNames: readonly string[];
  /** Returns the bytes of a stream at the top level. */
  find(name: string): Buffer | undefined;
}

/** The part of the library's container that is used here. */
interface Container {
  /** Paths such as `Root Entry/WordDocument`; storages end with a slash. */
  readonly FullPaths: readonly string[];
  /** Entries in the order of the paths. */
  readonly FileIndex: readonly { readonly content?: Uint8Array }[];
}

/**
 * Reads a compound file.
 * @throws ParseFailure `unreadable`.
 */
export async function readCompoundFile(bytes: Buffer): Promise<CompoundFile> {
  const { CFB } = await import('@e965/xlsx');
  const { FullPaths, FileIndex } = readContainer(() => CFB.read(bytes, { type: 'buffer' }));
  const names = FullPaths.map((path) => path.replace(/^[^/]*\//, '').replace(/\/$/, ''));
  return {
    rootNames: names.filter((name) => name !== '' && !name.includes('/')),
    find: (name) => {
      const content = FileIndex[names.indexOf(name)]?.content;
      return content && Buffer.from(content);
    },
  };
}

function readContainer(read: () => Container): Container {
  try {
    return read();
  } catch (cause) {
    throw new ParseFailure('unreadable', 'The file is damaged: its container cannot be read.', {
      cause,
    });
  }
}

const fileTimeType = 64;
const ansiTextType = 30;
/** Ticks of 100 ns between 1601 and 1970, which the times of Windows begin with. */
const ticksBefore1970 = 116_444_736_000_000_000n;

const summaryNames: Readonly<Record<number, string>> = {
  3: 'subject',
  4: 'author',
  5: 'keywords',
  12: 'created',
  13: 'modified',
};

/** Reads author, dates and other properties from the summary of an old Office document. */
export function readSummary(file: CompoundFile): Record<string, string> {
  const stream = file.find('\u0005SummaryInformation');
  try {
    return stream === undefined ? {} : readPropertySet(stream);
  } catch (error) {
    // A damaged summary does not make the text unreadable.
    if (error instanceof RangeError) return {};
    throw error;
  }
}

function readPropertySet(stream: Buffer): Record<string, string> {
  const section = stream.readUInt32LE(44);
  const places = Array.from(
    { length: Math.min(100, stream.readUInt32LE(section + 4)) },
    (_, at) => ({
      id: stream.readUInt32LE(section + 8 + at * 8),
      start: section + stream.readUInt32LE(section + 12 + at * 8),
    }),
  );
  const codePage = places.find(({ id }) => id === 1);
  const encoding = encodingOfCodePage(codePage && stream.readUInt16LE(codePage.start + 4));
  const found: Record<string, string> = {};
  for (const { id, start } of places) {
    const name = summaryNames[id];
    if (name === undefined) continue;
    const type = stream.readUInt32LE(start);
    if (type === ansiTextType) {
      const length = stream.readUInt32LE(start + 4);
      const bytes = stream.subarray(start + 8, start + 8 + length);
      found[name] = decodeAs(bytes, encoding).text.replace(/\0.*/s, '');
    } else if (type === fileTimeType) {
      const ticks = stream.readBigUInt64LE(start + 4);
      const time = new Date(Number((ticks - ticksBefore1970) / 10_000n));
      if (time.getUTCFullYear() > 1970) found[name] = time.toISOString();
    }
  }
  return found;
}
