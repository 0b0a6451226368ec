import { expect, it } from '@jest/globals';
import { defaultParseLimits } from '../../parse-limits.ts';
import { parseImage } from './parse-image.ts';

it('reads a JPEG whose Exif segment is damaged', async () => {
  const segment = (marker: number, content: Buffer) => {
    const head = Buffer.from([0xff, marker, 0, content.length + 2]);
    return Buffer.concat([head, content]);
  };
  // The first directory lies beyond the end.
  const exif = Buffer.from('Exif\0\0II*\0\xff\xff\xff\x00', 'latin1');
  const frame = Buffer.from([8, 0, 20, 0, 20, 1, 1, 0x11, 0]);
  const bytes = Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe1, exif),
    segment(0xc0, frame),
    Buffer.from([0xff, 0xd9]),
  ]);
  const recognise = async () => ({ lines: [], unreadShare: 0 });
  await expect(
    parseImage({ bytes, fileName: 'a.jpg', limits: defaultParseLimits, recognise }),
  ).rejects.toMatchObject({
    code: 'no_text',
  });
});
