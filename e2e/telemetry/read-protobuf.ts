/** One field of a message: a number, or the bytes of a text or of a message inside. */
export interface Field {
  readonly number: number;
  readonly value: bigint;
  readonly bytes: Buffer;
}

const none = Buffer.alloc(0);

/** The fields of a protobuf message in their order. */
export function readFields(message: Buffer): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const readVarint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++];
      if (byte === undefined) throw new Error('the message ends early');
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < message.length) {
    const tag = Number(readVarint());
    const number = tag >> 3;
    const wireType = tag & 7;
    if (wireType === 0) {
      fields.push({ number, value: readVarint(), bytes: none });
    } else if (wireType === 1) {
      fields.push({ number, value: message.readBigUInt64LE(at), bytes: none });
      at += 8;
    } else if (wireType === 2) {
      const length = Number(readVarint());
      fields.push({ number, value: 0n, bytes: message.subarray(at, at + length) });
      at += length;
    } else if (wireType === 5) {
      fields.push({ number, value: BigInt(message.readUInt32LE(at)), bytes: none });
      at += 4;
    } else throw new Error(`a field of wire type ${wireType}`);
  }
  return fields;
}

export function listOf(fields: readonly Field[], number: number): Buffer[] {
  return fields.filter((field) => field.number === number).map(({ bytes }) => bytes);
}
