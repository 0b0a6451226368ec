import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { ParseFailure } from '../../parse-failure.ts';
import type { FormatParser } from '../format.ts';
import { parsePdf } from '../pdf/parse-pdf.ts';
import { readBmp } from './read-bmp.ts';
import { readTiff } from './read-tiff.ts';
import { type EncodedPicture, type PicturePage, writePicturePdf } from './write-picture-pdf.ts';

/** Parses the text of a picture, as a PDF with the picture on a page. */
export const parseImage: FormatParser = async (input) => {
  if (input.recognise === undefined) {
    throw new ParseFailure('no_text', 'The file is a picture, and text recognition is off.');
  }
  const { mimeType, read } = kindOf(input.bytes);
  const pages = await read(input.bytes);
  if (pages.some(({ width, height }) => width * height > maxPixels)) {
    throw new ParseFailure('too_large', 'The picture is larger than is allowed.');
  }
  const document = await parsePdf({ ...input, bytes: writePicturePdf(pages) });
  if (pages.length > 1) return { ...document, mimeType };
  const words = document.words?.map((page) => ({ ...page, page: null }));
  return { ...document, mimeType, pages: [], ...(words && { words }) };
};

const maxPixels = 120_000_000;

interface Kind {
  readonly mimeType: string;
  readonly read: (bytes: Buffer) => PicturePage[] | Promise<PicturePage[]>;
}

function kindOf(bytes: Buffer): Kind {
  const start = bytes.toString('latin1', 0, 4);
  const whole = (read: (bytes: Buffer) => EncodedPicture | Promise<EncodedPicture>) => {
    return async () => {
      const picture = await read(bytes);
      return [{ ...picture, parts: [{ ...picture, left: 0, top: 0 }] }];
    };
  };
  if (start === '\x89PNG') return { mimeType: 'image/png', read: whole(readPng) };
  if (start.startsWith('\xff\xd8')) return { mimeType: 'image/jpeg', read: whole(readJpeg) };
  if (start === 'GIF8') return { mimeType: 'image/gif', read: whole(readGif) };
  if (start === 'RIFF') return { mimeType: 'image/webp', read: whole(readWebp) };
  if (start.startsWith('BM')) return { mimeType: 'image/bmp', read: whole(readBmp) };
  return { mimeType: 'image/tiff', read: readTiff };
}

async function readPng(bytes: Buffer): Promise<EncodedPicture> {
  checkSize(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
  const { convertIndexedToRgb, decode } = await import('fast-png');
  const png = decode(bytes);
  const { width, height, depth } = png;
  const isIndexed = png.palette !== undefined;
  const samples = isIndexed ? convertIndexedToRgb(png) : unpack(png.data, png);
  const channels = png.palette ? (png.palette[0]?.length ?? 3) : png.channels;
  return onWhite({ width, height, channels, samples, max: isIndexed ? 255 : 2 ** depth - 1 });
}

/** Returns a sample an element; PNG packs those of less than a byte. */
function unpack(
  data: ArrayLike<number>,
  {
    width,
    height,
    depth,
  }: { readonly width: number; readonly height: number; readonly depth: number },
): ArrayLike<number> {
  if (depth >= 8) return data;
  const rowBytes = Math.ceil((width * depth) / 8);
  return Uint8Array.from({ length: width * height }, (_, at) => {
    const bit = (at % width) * depth;
    const byte = data[Math.floor(at / width) * rowBytes + (bit >> 3)] as number;
    return (byte >> (8 - depth - (bit & 7))) & (2 ** depth - 1);
  });
}

interface Samples {
  readonly width: number;
  readonly height: number;
  /** Grey, grey and alpha, red, green and blue, or all four. */
  readonly channels: number;
  readonly samples: ArrayLike<number>;
  readonly max: number;
}

/** Returns a picture without its transparency, on white. */
function onWhite({ width, height, channels, samples, max }: Samples): EncodedPicture {
  const colors = channels < 3 ? 1 : 3;
  const hasAlpha = channels !== colors;
  const data = new Uint8Array(width * height * colors);
  for (let point = 0; point < width * height; point += 1) {
    const from = point * channels;
    const cover = hasAlpha ? (samples[from + colors] as number) / max : 1;
    for (let plane = 0; plane < colors; plane += 1) {
      const value = ((samples[from + plane] as number) / max) * 255;
      data[point * colors + plane] = value * cover + 255 * (1 - cover);
    }
  }
  const space = colors === 1 ? '/DeviceGray' : '/DeviceRGB';
  return { width, height, data, entries: `/ColorSpace ${space} /BitsPerComponent 8` };
}

/** Markers of a frame's start, which holds the size. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function readJpeg(bytes: Buffer): EncodedPicture {
  let at = 2;
  let isAdobe = false;
  let turn = 0;
  for (;;) {
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1;
    const marker = bytes.readUInt8(at + 1);
    if (bytes[at] !== 0xff) throw new Error('the frame is missing');
    if (isFrame(marker)) break;
    if (marker === 0xe1) turn = readTurn(bytes.subarray(at + 4)) ?? turn;
    if (marker === 0xee) isAdobe = bytes.toString('latin1', at + 4, at + 9) === 'Adobe';
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
  const components = bytes.readUInt8(at + 9);
  const space = { 1: '/DeviceGray', 3: '/DeviceRGB', 4: '/DeviceCMYK' }[components];
  // Adobe's programs write inverted CMYK.
  const decode = isAdobe && components === 4 ? '/Decode [1 0 1 0 1 0 1 0]' : '';
  const entries = `/ColorSpace ${space} /BitsPerComponent 8 ${decode} /Filter /DCTDecode`;
  return { width, height, data: bytes, entries, turn };
}

/** Degrees by orientation. */
const turns: Readonly<Record<number, number>> = { 3: 180, 6: 90, 8: 270 };

/** Returns how far a picture is turned to be shown, as cameras note it in Exif. */
function readTurn(segment: Buffer): number | undefined {
  if (segment.toString('latin1', 0, 4) !== 'Exif') return undefined;
  const tiff = segment.subarray(6);
  try {
    return readOrientation(tiff);
  } catch (error) {
    // Damaged notes of the camera do not make the picture unreadable.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readOrientation(tiff: Buffer): number | undefined {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const read16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  for (let entry = 0; entry < read16(first); entry += 1) {
    const at = first + 2 + entry * 12;
    if (read16(at) === 0x0112) return turns[read16(at + 8)];
  }
  return undefined;
}

async function readGif(bytes: Buffer): Promise<EncodedPicture> {
  checkSize(bytes.readUInt16LE(6), bytes.readUInt16LE(8));
  const { GifReader } = (await import('omggif')).default;
  const gif = new GifReader(bytes);
  const { width, height } = gif;
  const samples = new Uint8Array(width * height * 4);
  gif.decodeAndBlitFrameRGBA(0, samples);
  return onWhite({ width, height, channels: 4, samples, max: 255 });
}

async function readWebp(bytes: Buffer): Promise<EncodedPicture> {
  const { default: decode, init } = await import('@jsquash/webp/decode.js');
  const path = createRequire(import.meta.url).resolve('@jsquash/webp/codec/dec/webp_dec.wasm');
  // The decoder returns an object of the browser's class.
  Object.assign(globalThis, { ImageData: DecodedPicture });
  await init({ wasmBinary: await readFile(path) });
  const { width, height, data } = await decode(new Uint8Array(bytes).buffer);
  return onWhite({ width, height, channels: 4, samples: data, max: 255 });
}

class DecodedPicture {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;

  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}

function checkSize(width: number, height: number): void {
  if (width * height <= maxPixels) return;
  throw new ParseFailure('too_large', 'The picture is larger than is allowed.');
}
