/** A record of a PowerPoint stream (MS-PPT 2.3.1). */
export interface PptRecord {
  readonly type: number;
  readonly instance: number;
  readonly content: Buffer;
  /** True if the content is a list of records. */
  readonly isContainer: boolean;
}

const headerBytes = 8;
const containerVersion = 0xf;

/** Yields consecutive records; a record that exceeds the bytes is cut at their end. */
export function* readRecords(bytes: Buffer): Generator<PptRecord> {
  let at = 0;
  while (at + headerBytes <= bytes.length) {
    const versionAndInstance = bytes.readUInt16LE(at);
    const end = at + headerBytes + bytes.readUInt32LE(at + 4);
    yield {
      type: bytes.readUInt16LE(at + 2),
      instance: versionAndInstance >> 4,
      content: bytes.subarray(at + headerBytes, end),
      isContainer: (versionAndInstance & 0xf) === containerVersion,
    };
    at = end;
  }
}
