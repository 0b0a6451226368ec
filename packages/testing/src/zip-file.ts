import { crc32, deflateRawSync } from 'node:zlib';

export type ZipMember = {
  readonly name: string;
  /** Size that the directory claims; default: the real one. */
  readonly declaredSize?: number;
} & ({ readonly content: string | Buffer } | PackedContent);

/** Deflated content; its checksum is left at 0. */
export interface PackedContent {
  readonly packed: Buffer;
  readonly declaredSize: number;
}

/** Creates a zip file of deflated members, with correct or false sizes. */
export function createZipFile(members: readonly ZipMember[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const member of members) {
    const { name } = member;
    const { packed, checkSum, size } = 'packed' in member ? asPacked(member) : pack(member);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x800, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(checkSum, 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(member.declaredSize ?? size, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, tail, Buffer.from(name)]),
    );
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}

function asPacked({ packed, declaredSize }: PackedContent) {
  return { packed, checkSum: 0, size: declaredSize };
}

function pack({ content }: { readonly content: string | Buffer }) {
  const bytes = Buffer.from(content as string);
  return { packed: deflateRawSync(bytes), checkSum: crc32(bytes), size: bytes.length };
}
