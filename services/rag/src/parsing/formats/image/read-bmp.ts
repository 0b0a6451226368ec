import type { EncodedPicture } from './write-picture-pdf.ts';

/**
 * Decodes an uncompressed Windows bitmap.
 * @throws Error for other kinds, and for a damaged file.
 */
export function readBmp(bytes: Buffer): EncodedPicture {
  const start = bytes.readUInt32LE(10);
  const headSize = bytes.readUInt32LE(14);
  const width = bytes.readInt32LE(18);
  const signedHeight = bytes.readInt32LE(22);
  const height = Math.abs(signedHeight);
  const bits = bytes.readUInt16LE(28);
  const compression = bytes.readUInt32LE(30);
  const isKnown =
    [1, 4, 8, 24, 32].includes(bits) && (compression === 0 || (compression === 3 && bits === 32));
  const rowBytes = Math.ceil((width * bits) / 32) * 4;
  if (!isKnown || width <= 0 || start + rowBytes * height > bytes.length) {
    throw new Error('this kind of bitmap is not supported, or the file is cut off');
  }
  const data = new Uint8Array(width * height * 3);
  let to = 0;
  for (let y = 0; y < height; y += 1) {
    const row = start + rowBytes * (signedHeight < 0 ? y : height - 1 - y);
    for (let x = 0; x < width; x += 1, to += 3) {
      let from = row + (x * bits) / 8;
      if (bits <= 8) {
        const shift = 8 - bits - ((x * bits) % 8);
        const index = ((bytes[Math.floor(from)] as number) >> shift) & (2 ** bits - 1);
        from = 14 + headSize + 4 * index;
      }
      data[to] = bytes[from + 2] as number;
      data[to + 1] = bytes[from + 1] as number;
      data[to + 2] = bytes[from] as number;
    }
  }
  return { width, height, data, entries: '/ColorSpace /DeviceRGB /BitsPerComponent 8' };
}
