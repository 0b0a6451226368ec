import { ImageKind, OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

interface Picture {
  readonly width: number;
  readonly height: number;
  /** Absent for a mask of one bit a pixel. */
  readonly kind?: number;
  readonly data: Uint8Array | Uint8ClampedArray;
}

/** Operand of a paint operator: a picture, or the name of one. */
type Shown = string | Picture | { readonly data: string };

const pictureOperators: ReadonlySet<number> = new Set([
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
]);

/** A larger picture is not a scan of a page. */
const maxPixels = 120_000_000;
const minPixels = 10_000;

/**
 * Returns the largest picture of a page as a PNM file: the scan of a page, or the mask with its
 * letters. Returns undefined where there is none.
 */
export async function readPagePicture(page: PDFPageProxy): Promise<Buffer | undefined> {
  const { fnArray, argsArray } = await page.getOperatorList();
  let largest: Picture | undefined;
  for (const [at, operator] of fnArray.entries()) {
    if (!pictureOperators.has(operator)) continue;
    const picture = await findPicture(page, (argsArray[at] as [Shown])[0]);
    const pixels = picture?.data ? picture.width * picture.height : 0;
    if (pixels < minPixels || pixels > maxPixels) continue;
    if (pixels > (largest ? largest.width * largest.height : 0)) largest = picture;
  }
  return largest && toPnm(largest);
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

function toPnm({ width, height, kind = ImageKind.GRAYSCALE_1BPP, data }: Picture): Buffer {
  const size = `${width} ${height}\n`;
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  // In PNM a set bit is black.
  if (kind === ImageKind.GRAYSCALE_1BPP) {
    return Buffer.concat([Buffer.from(`P4\n${size}`), bytes.map((byte) => ~byte)]);
  }
  const pixels = kind === ImageKind.RGBA_32BPP ? dropAlpha(bytes) : bytes;
  return Buffer.concat([Buffer.from(`P6\n${size}255\n`), pixels]);
}

function dropAlpha(bytes: Buffer): Buffer {
  const pixels = Buffer.alloc((bytes.length / 4) * 3);
  for (let from = 0, to = 0; from < bytes.length; from += 4, to += 3) {
    bytes.copy(pixels, to, from, from + 3);
  }
  return pixels;
}
