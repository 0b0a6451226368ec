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
