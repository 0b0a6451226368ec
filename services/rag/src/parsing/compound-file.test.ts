import { CFB } from '@e965/xlsx';
import { expect, it } from '@jest/globals';
import { readCompoundFile, readSummary } from './compound-file.ts';

/** Writes a summary with an author in Cyrillic, and the time of its creation. */
function writeSummary(): Buffer {
  const author = Buffer.from('c0edede000', 'hex');
  const stream = Buffer.alloc(48 + 8 + 24 + 8 + 8 + author.length + 3 + 12);
  stream.writeUInt32LE(48, 44);
  stream.writeUInt32LE(3, 48 + 4);
  for (const [at, id, start] of [
    [0, 1, 32],
    [1, 4, 40],
    [2, 12, 56],
  ] as const) {
    stream.writeUInt32LE(id, 48 + 8 + at * 8);
    stream.writeUInt32LE(start, 48 + 12 + at * 8);
  }
  stream.writeUInt32LE(2, 48 + 32);
  stream.writeUInt16LE(1251, 48 + 36);
  stream.writeUInt32LE(30, 48 + 40);
  stream.writeUInt32LE(author.length, 48 + 44);
  author.copy(stream, 48 + 48);
  stream.writeUInt32LE(64, 48 + 56);
  const ticks = BigInt(Date.parse('2019-03-12T09:00:00Z')) * 10_000n + 116_444_736_000_000_000n;
  stream.writeBigUInt64LE(ticks, 48 + 60);
  return stream;
}

async function readSummaryOf(summary: Buffer) {
  const file = CFB.utils.cfb_new();
  CFB.utils.cfb_add(file, '/\u0005SummaryInformation', summary);
  const bytes = CFB.write(file, { type: 'buffer' }) as Buffer;
  return readSummary(await readCompoundFile(bytes));
}

it('reads author and dates in the code page of the file', async () => {
  expect(await readSummaryOf(writeSummary())).toEqual({
    author: 'Анна',
    created: '2019-03-12T09:00:00.000Z',
  });
});

it('reads nothing of a damaged summary', async () => {
  expect(await readSummaryOf(writeSummary().subarray(0, 60))).toEqual({});
});
