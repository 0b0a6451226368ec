import { constants, deflateRawSync } from 'node:zlib';

const bombBlockBytes = 1_048_576;
const emptyDeflate = deflateRawSync(Buffer.alloc(0));

/** A Word file of some kilobytes whose document inflates to this many megabytes of spaces. */
export function createBombDocx(megabytes: number): Uint8Array<ArrayBuffer> {
  const start = deflateBlock(Buffer.from('<w:document><w:body><w:p><w:r><w:t>'));
  const block = deflateBlock(Buffer.alloc(bombBlockBytes, ' '));
  const packed = Buffer.concat([start, ...Array(megabytes).fill(block), emptyDeflate]);
  return createZip([
    { name: '[Content_Types].xml', packed: deflateRawSync(Buffer.from('<Types/>')), size: 8 },
    { name: 'word/document.xml', packed, size: megabytes * bombBlockBytes },
  ]);
}

/** Ends on a byte, so that blocks can follow one another. */
function deflateBlock(bytes: Buffer): Buffer {
  return deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH });
}

interface PackedMember {
  readonly name: string;
  readonly packed: Buffer;
  /** Bytes that the directory promises. */
  readonly size: number;
}

function createZip(members: readonly PackedMember[]): Uint8Array<ArrayBuffer> {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, packed, size } of members) {
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(size, 18);
    facts.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(name), packed]);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), facts, place, Buffer.from(name));
    files.push(file);
    offset += file.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...files, central, end]));
}
