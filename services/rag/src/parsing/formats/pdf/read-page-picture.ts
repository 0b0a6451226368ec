import { ImageKind, OPS, type PDFPageProxy, Util } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Raster } from '../../recognition/recognise-text.ts';

interface Picture {
  readonly width: number;
  readonly height: number;
  /** Absent for a mask of one bit a pixel. */
  readonly kind?: number;
  readonly data: Uint8Array | Uint8ClampedArray;
}

/** Operand of a paint operator: a picture, or the name of one. */
type Shown = string | Picture | { readonly data: string };

/** A transformation of the unit square, in which a picture is painted, as in PDF. */
type Matrix = readonly [number, number, number, number, number, number];

interface PlacedPicture {
  readonly picture: Picture;
  /** From the unit square to the page as it is shown, in points from the upper left corner. */
  readonly place: Matrix;
}

export interface PagePicture {
  readonly raster: Raster;
  /** Samples for each point. */
  readonly scale: number;
  /** Share of the page that the pictures cover, at most 1. */
  readonly coverage: number;
}

const pictureOperators: ReadonlySet<number> = new Set([
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
]);

/** A larger picture is not a scan of a page. */
const maxPixels = 120_000_000;
/** Pictures of fewer samples together hold no readable text. */
const minPixels = 10_000;
/** Longest side of the result: an A4 page at 300 dots an inch. */
const maxSide = 3508;

/** Returns the pictures of a page as it is shown; undefined where there are none. */
export async function readPagePicture(page: PDFPageProxy): Promise<PagePicture | undefined> {
  const placed = await placePictures(page);
  const pixels = placed.reduce((sum, { picture }) => sum + picture.width * picture.height, 0);
  if (pixels < minPixels || pixels > maxPixels) return undefined;
  const { width, height } = page.getViewport({ scale: 1 });
  const finest = Math.max(
    ...placed.map(({ picture, place: [a, b] }) => picture.width / Math.hypot(a, b)),
  );
  const scale = Math.min(finest, maxSide / Math.max(width, height));
  const size = { width: Math.ceil(width * scale), height: Math.ceil(height * scale) };
  const raster = { ...size, data: new Uint8Array(size.width * size.height * 3).fill(255) };
  for (const { picture, place } of placed) {
    paint(raster, picture, place.map((value) => value * scale) as unknown as Matrix);
  }
  const area = placed.reduce((sum, { place: [a, b, c, d] }) => sum + Math.abs(a * d - b * c), 0);
  return { raster, scale, coverage: Math.min(1, area / (width * height)) };
}

/** Follows the transformations of the page's content to the places of its pictures. */
async function placePictures(page: PDFPageProxy): Promise<PlacedPicture[]> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const placed: PlacedPicture[] = [];
  const saved: Matrix[] = [];
  let current = page.getViewport({ scale: 1 }).transform as unknown as Matrix;
  const apply = (matrix: unknown) => {
    if (matrix) current = Util.transform([...current], matrix as number[]) as unknown as Matrix;
  };
  for (const [at, operator] of fnArray.entries()) {
    const operands = argsArray[at] as unknown[];
    if (operator === OPS.save) saved.push(current);
    else if (operator === OPS.restore) current = saved.pop() ?? current;
    else if (operator === OPS.transform) apply(operands);
    else if (operator === OPS.paintFormXObjectBegin) {
      saved.push(current);
      apply(operands[0]);
    } else if (operator === OPS.paintFormXObjectEnd) current = saved.pop() ?? current;
    else if (pictureOperators.has(operator)) {
      const picture = await findPicture(page, operands[0] as Shown);
      const [a, b, c, d] = current;
      if (picture?.data && a * d !== b * c) placed.push({ picture, place: current });
    }
  }
  return placed;
}

async function findPicture(page: PDFPageProxy, shown: Shown): Promise<Picture | undefined> {
  if (typeof shown === 'string') return getObject(page, shown);
  if (typeof shown.data === 'string') return getObject(page, shown.data);
  return shown as Picture;
}

/** Pictures that several pages share belong to the document. */
function getObject(page: PDFPageProxy, name: string): Promise<Picture | undefined> {
  const objects = name.startsWith('g_') ? page.commonObjs : page.objs;
  return new Promise((resolve) => {
    objects.get(name, (picture: Picture | null) => resolve(picture ?? undefined));
  });
}

/** Maximum samples of the picture, in each direction, that are averaged to one of the page. */
const maxAveraged = 3;

/**
 * Paints a picture over a page. The darker colour wins, so that letters stay on their background,
 * which scanners keep apart.
 */
function paint(page: Raster, picture: Picture, [a, b, c, d, e, f]: Matrix): void {
  const { width, height } = picture;
  const determinant = a * d - b * c;
  const xs = [e, e + a, e + c, e + a + c];
  const ys = [f, f + b, f + d, f + b + d];
  const left = Math.max(0, Math.floor(Math.min(...xs)));
  const right = Math.min(page.width, Math.ceil(Math.max(...xs)));
  const top = Math.max(0, Math.floor(Math.min(...ys)));
  const bottom = Math.min(page.height, Math.ceil(Math.max(...ys)));
  const read = createSampler(picture);
  const ratio = Math.max(width / Math.hypot(a, b), height / Math.hypot(c, d));
  const samples = Math.min(maxAveraged, Math.max(1, Math.round(ratio)));
  // Steps in the picture for one sample of the page to the right, and one down.
  const [stepX, stepY] = [(d / determinant) * width, (b / determinant) * height];
  const [downX, downY] = [(-c / determinant) * width, (-a / determinant) * height];
  const color = [0, 0, 0];
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      color.fill(0);
      let count = 0;
      for (let part = 0; part < samples * samples; part += 1) {
        const dx = x + ((part % samples) + 0.5) / samples - e;
        const dy = y + (Math.floor(part / samples) + 0.5) / samples - f;
        const column = Math.floor(dx * stepX + dy * downX);
        // The first row of a picture is at the top of the unit square.
        const row = Math.floor(height + dx * stepY + dy * downY);
        if (column < 0 || row < 0 || column >= width || row >= height) continue;
        read(row, column, color);
        count += 1;
      }
      if (count === 0) continue;
      const to = (y * page.width + x) * 3;
      for (let plane = 0; plane < 3; plane += 1) {
        const value = (color[plane] as number) / count;
        if (value < (page.data[to + plane] as number)) page.data[to + plane] = value;
      }
    }
  }
}

type Sampler = (row: number, column: number, sum: number[]) => void;

/** Returns a function that adds a sample of a picture to a sum of colours. */
function createSampler({ width, kind = ImageKind.GRAYSCALE_1BPP, data }: Picture): Sampler {
  if (kind === ImageKind.GRAYSCALE_1BPP) {
    const rowBytes = (width + 7) >> 3;
    return (row, column, sum) => {
      const byte = data[row * rowBytes + (column >> 3)] as number;
      if (((byte >> (7 - (column & 7))) & 1) === 0) return;
      for (let plane = 0; plane < 3; plane += 1) sum[plane] = (sum[plane] as number) + 255;
    };
  }
  const size = kind === ImageKind.RGBA_32BPP ? 4 : 3;
  return (row, column, sum) => {
    const at = (row * width + column) * size;
    // A transparent sample shows the white page.
    const cover = size === 4 ? (data[at + 3] as number) / 255 : 1;
    for (let plane = 0; plane < 3; plane += 1) {
      const value = data[at + plane] as number;
      sum[plane] = (sum[plane] as number) + value * cover + 255 * (1 - cover);
    }
  };
}
