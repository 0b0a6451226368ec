import type { PicturePage } from './write-picture-pdf.ts';

type Part = PicturePage['parts'][number];

/** Tags of TIFF 6.0. */
const tag = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  stripOffsets: 273,
  samples: 277,
  rowsPerStrip: 278,
  stripSizes: 279,
  planar: 284,
  faxOptions: 292,
  predictor: 317,
  colors: 320,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileSizes: 325,
  jpegTables: 347,
} as const;

const typeBytes: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 7: 1 };
const maxPages = 10_000;
const maxValues = 1_000_000;

type Tags = (key: keyof typeof tag) => readonly number[];

/**
 * Returns the pages of a TIFF file; their strips and tiles stay compressed, since PDF has the same
 * compressions.
 * @throws Error for a damaged file, and for a kind of picture that PDF does not have.
 */
export function readTiff(bytes: Buffer): PicturePage[] {
  const isLittle = bytes.toString('latin1', 0, 2) === 'II';
  const number = (at: number, size: number) =>
    isLittle ? bytes.readUIntLE(at, size) : bytes.readUIntBE(at, size);
  const pages: PicturePage[] = [];
  const seen = new Set<number>();
  let directory = number(4, 4);
  while (directory !== 0 && !seen.has(directory) && pages.length < maxPages) {
    seen.add(directory);
    const count = number(directory, 2);
    const values = new Map<number, number[]>();
    for (let entry = 0; entry < count; entry += 1) {
      const at = directory + 2 + 12 * entry;
      const size = typeBytes[number(at + 2, 2)];
      const length = number(at + 4, 4);
      if (size === undefined || length > maxValues) continue;
      const from = size * length <= 4 ? at + 8 : number(at + 8, 4);
      if (from + size * length > bytes.length) throw new Error('a value lies outside the file');
      values.set(
        number(at, 2),
        Array.from({ length }, (_, place) => number(from + size * place, size)),
      );
    }
    pages.push(toPage(bytes, (key) => values.get(tag[key]) ?? []));
    directory = number(directory + 2 + 12 * count, 4);
  }
  return pages;
}

function toPage(bytes: Buffer, tags: Tags): PicturePage {
  const [[width = 0], [height = 0], [samples = 1]] = [
    tags('width'),
    tags('height'),
    tags('samples'),
  ];
  if (tags('planar')[0] === 2 && samples > 1) throw new Error('planes apart are not supported');
  const tileWidth = tags('tileWidth')[0];
  const partWidth = tileWidth ?? width;
  const partHeight = tags('tileHeight')[0] ?? tags('rowsPerStrip')[0] ?? height;
  const columns = Math.ceil(width / partWidth);
  const offsets = tags(tileWidth === undefined ? 'stripOffsets' : 'tileOffsets');
  const sizes = tags(tileWidth === undefined ? 'stripSizes' : 'tileSizes');
  const parts = offsets.map((offset, at): Part => {
    const top = Math.floor(at / columns) * partHeight;
    const rows = tileWidth === undefined ? Math.min(partHeight, height - top) : partHeight;
    const data = bytes.subarray(offset, offset + (sizes[at] ?? bytes.length));
    const size = { width: partWidth, height: rows };
    return { ...size, top, left: (at % columns) * partWidth, ...encode(data, tags, size) };
  });
  return { width, height, parts };
}

/** Ways of fax coding: `K` of PDF, and whether rows begin at a byte. */
function faxParameters(compression: number, options: number): string {
  if (compression === 2) return '/K 0 /EncodedByteAlign true';
  if (compression === 4) return '/K -1';
  return `/K ${options & 1 ? 1 : 0}${options & 4 ? ' /EncodedByteAlign true' : ''}`;
}

function encode(
  data: Buffer,
  tags: Tags,
  { width, height }: { readonly width: number; readonly height: number },
): Pick<Part, 'entries' | 'data'> {
  const [bits = 1] = tags('bits');
  const [samples = 1] = tags('samples');
  const [compression = 1] = tags('compression');
  const [photometric = 0] = tags('photometric');
  const predictor = `/Predictor ${tags('predictor')[0] ?? 1} /Colors ${samples} /BitsPerComponent ${bits} /Columns ${width}`;
  const color = `${colorSpace(tags, { photometric, samples, bits })} /BitsPerComponent ${bits}`;
  const ordered = tags('fillOrder')[0] === 2 ? data.map(reverseBits) : data;
  switch (compression) {
    case 1:
      return { entries: color, data: ordered };
    case 2:
    case 3:
    case 4: {
      const fax = faxParameters(compression, tags('faxOptions')[0] ?? 0);
      const parameters = `/DecodeParms << ${fax} /Columns ${width} /Rows ${height} >>`;
      return { entries: `${color} /Filter /CCITTFaxDecode ${parameters}`, data: ordered };
    }
    case 5:
      return {
        entries: `${color} /Filter /LZWDecode /DecodeParms << ${predictor} >>`,
        data: ordered,
      };
    case 7: {
      const transform = photometric === 6 ? 1 : 0;
      const tables = Buffer.from(tags('jpegTables'));
      // The tables end, and the picture begins, with a marker of two bytes.
      const whole =
        tables.length > 4 ? Buffer.concat([tables.subarray(0, -2), data.subarray(2)]) : data;
      const entries = `${color} /Filter /DCTDecode /DecodeParms << /ColorTransform ${transform} >>`;
      return { entries, data: whole };
    }
    case 8:
    case 32946:
      return { entries: `${color} /Filter /FlateDecode /DecodeParms << ${predictor} >>`, data };
    case 32773:
      return { entries: `${color} /Filter /RunLengthDecode`, data };
    default:
      throw new Error(`the compression ${compression} is not supported`);
  }
}

interface Color {
  readonly photometric: number;
  readonly samples: number;
  readonly bits: number;
}

function colorSpace(tags: Tags, { photometric, samples, bits }: Color): string {
  if (photometric === 3) {
    const colors = tags('colors');
    const count = 2 ** bits;
    const hex = Array.from({ length: count * 3 }, (_, at) =>
      ((colors[(at % 3) * count + Math.floor(at / 3)] ?? 0) >> 8).toString(16).padStart(2, '0'),
    );
    return `/ColorSpace [/Indexed /DeviceRGB ${count - 1} <${hex.join('')}>]`;
  }
  const space = { 1: '/DeviceGray', 3: '/DeviceRGB', 4: '/DeviceCMYK' }[samples];
  if (space === undefined || (samples === 4 && photometric !== 5)) {
    throw new Error(`${samples} samples a point are not supported`);
  }
  const [compression = 1] = tags('compression');
  const isFax = compression >= 2 && compression <= 4;
  // Fax coding of PDF has white as one, TIFF as zero.
  const isInverted = samples === 1 && (photometric === 0) !== isFax;
  return `/ColorSpace ${space}${isInverted ? ' /Decode [1 0]' : ''}`;
}

function reverseBits(byte: number): number {
  let reversed = 0;
  for (let bit = 0; bit < 8; bit += 1) reversed |= ((byte >> bit) & 1) << (7 - bit);
  return reversed;
}
