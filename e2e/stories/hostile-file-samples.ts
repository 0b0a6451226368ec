import { constants, deflateRawSync } from 'node:zlib';
import { createZipFile } from '@lectern/testing';

const bombBlockBytes = 1_048_576;
const emptyDeflate = deflateRawSync(Buffer.alloc(0));

/** A Word file of some kilobytes whose document inflates to this many megabytes of spaces. */
export function createBombDocx(megabytes: number): Uint8Array<ArrayBuffer> {
  const start = deflateBlock(Buffer.from('<w:document><w:body><w:p><w:r><w:t>'));
  const block = deflateBlock(Buffer.alloc(bombBlockBytes, ' '));
  const packed = Buffer.concat([start, ...Array(megabytes).fill(block), emptyDeflate]);
  const declaredSize = megabytes * bombBlockBytes;
  return new Uint8Array(
    createZipFile([
      { name: '[Content_Types].xml', content: '<Types/>' },
      { name: 'word/document.xml', packed, declaredSize },
    ]),
  );
}

/** Ends on a byte, so that blocks can follow one another. */
function deflateBlock(bytes: Buffer): Buffer {
  return deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH });
}
