/** A tar entry is a header block and its bytes, padded with zeros to whole blocks. */
export const blockBytes = 512;
/** Two blocks of zeros end an archive. */
export const endOfArchive = Buffer.alloc(2 * blockBytes);

export interface TarHeader {
  /** At most 100 bytes of ASCII. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** A place in a header, in bytes. */
interface Field {
  readonly start: number;
  readonly length: number;
}

const nameField = { start: 0, length: 100 };
const modeField = { start: 100, length: 8 };
const userField = { start: 108, length: 8 };
const groupField = { start: 116, length: 8 };
const sizeField = { start: 124, length: 12 };
const timeField = { start: 136, length: 12 };
const checksumField = { start: 148, length: 8 };
/** Larger sizes are written in binary, as GNU tar does. */
const maxOctalSize = 8 ** 11 - 1;

export function countPadding(size: number): number {
  return (blockBytes - (size % blockBytes)) % blockBytes;
}

/** The header of a regular file that its owner alone may read. */
export function encodeTarHeader({ name, size }: TarHeader, modifiedAt: Date): Buffer {
  if (name.length > nameField.length) throw new RangeError(`${name} is too long for an archive`);
  const block = Buffer.alloc(blockBytes);
  block.write(name, nameField.start, 'ascii');
  writeOctal(block, modeField, 0o600);
  writeOctal(block, userField, 0);
  writeOctal(block, groupField, 0);
  writeSize(block, size);
  writeOctal(block, timeField, Math.floor(modifiedAt.getTime() / 1000));
  block.write('0', 156, 'ascii');
  block.write('ustar\u000000', 257, 'ascii');
  block.write(`${sumOf(block).toString(8).padStart(6, '0')}\0 `, checksumField.start, 'ascii');
  return block;
}

/**
 * Undefined for a block of zeros.
 * @throws RangeError for what is no header of a regular file.
 */
export function decodeTarHeader(block: Buffer): TarHeader | undefined {
  if (block.every((byte) => byte === 0)) return undefined;
  const checksum = readOctal(block, checksumField);
  if (checksum !== sumOf(block)) throw new RangeError('a header has a wrong checksum');
  if (block.toString('ascii', 156, 157) !== '0') throw new RangeError('an entry is no file');
  const end = block.indexOf(0, nameField.start);
  return {
    name: block.toString('ascii', nameField.start, Math.min(end, nameField.length)),
    size: readSize(block),
  };
}

function writeOctal(block: Buffer, { start, length }: Field, value: number): void {
  block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, start, 'ascii');
}

function readOctal(block: Buffer, { start, length }: Field): number {
  return Number.parseInt(block.toString('ascii', start, start + length), 8);
}

function writeSize(block: Buffer, size: number): void {
  if (size <= maxOctalSize) {
    writeOctal(block, sizeField, size);
  } else {
    block[sizeField.start] = 0x80;
    block.writeBigUInt64BE(BigInt(size), sizeField.start + 4);
  }
}

function readSize(block: Buffer): number {
  if (block[sizeField.start] === 0x80) return Number(block.readBigUInt64BE(sizeField.start + 4));
  return readOctal(block, sizeField);
}

/** Computes the checksum of a header with spaces in place of the checksum itself. */
function sumOf(block: Buffer): number {
  let sum = 0;
  block.forEach((byte, index) => {
    const isChecksum =
      index >= checksumField.start && index < checksumField.start + checksumField.length;
    sum += isChecksum ? 0x20 : byte;
  });
  return sum;
}
