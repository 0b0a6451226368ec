import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decode, encode } from 'fast-png';
import PDFDocument from 'pdfkit';
import { TemporaryFiles } from '../parsing/__fixtures__/temporary-files.ts';
import { type PicturePage, writePicturePdf } from '../parsing/formats/image/write-picture-pdf.ts';
import { defaultParseLimits } from '../parsing/parse-limits.ts';
import { findTesseract } from '../parsing/recognition/find-tesseract.ts';
import { openParserPool, type ParserPool } from './parser-pool.ts';
import { TextRecogniser } from './text-recogniser.ts';

const files = new TemporaryFiles();
let folder: string;
/** Both load the models once for the whole file. */
let recogniser: TextRecogniser;
let pool: ParserPool;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-tesseract-'));
  recogniser = new TextRecogniser({ size: 1, tesseract: undefined });
  const limits = { ...defaultParseLimits, clockMs: 60_000 };
  pool = openParserPool({ size: 1, limits, recogniser });
});
afterAll(async () => {
  await pool.close();
  recogniser.close();
  await Promise.all([files.remove(), rm(folder, { recursive: true })]);
});

/** A program that replaces Tesseract: lists languages, and answers a picture. */
async function install(answer: string): Promise<string> {
  const bin = await mkdtemp(join(folder, 'bin-'));
  const script = `#!/bin/sh
if [ "$1" = --list-langs ]; then printf 'List of languages:\\neng\\ndeu\\nosd\\n'; exit; fi
greys=$(LC_ALL=C tr -d '\\000\\377' | wc -c)
${answer}
`;
  await writeFile(join(bin, 'tesseract'), script);
  await chmod(join(bin, 'tesseract'), 0o755);
  return bin;
}

interface Reading {
  readonly defersPictures?: boolean;
  readonly clockMs?: number;
  /** Default: one that reads by the models alone; undefined for none. */
  readonly recogniser?: TextRecogniser | undefined;
}

async function parse(bytes: Uint8Array, reading?: Reading) {
  const request = { path: await files.write(bytes), fileName: 'scan' };
  if (!reading) return pool.parse(request);
  const { clockMs = 60_000, recogniser, defersPictures } = reading;
  const limits = { ...defaultParseLimits, clockMs };
  const own = openParserPool({
    size: 1,
    limits,
    recogniser,
    ...(defersPictures && { defersPictures }),
  });
  try {
    return await own.parse(request);
  } finally {
    await own.close();
  }
}

const fixture = (name: string) => readFile(new URL(`__fixtures__/${name}`, import.meta.url));

/** Grey samples of a picture, row by row. */
interface Grey {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

async function readGrey(name: string): Promise<Grey> {
  const { width, height, data, depth, palette = [] } = decode(await fixture(name));
  const perByte = 8 / depth;
  const rowBytes = Math.ceil(width / perByte);
  const grey = Uint8Array.from({ length: width * height }, (_, at) => {
    const x = at % width;
    const byte = data[Math.floor(at / width) * rowBytes + Math.floor(x / perByte)] as number;
    const index = (byte >> (8 - depth - (x % perByte) * depth)) & (2 ** depth - 1);
    return palette[index]?.[0] as number;
  });
  return { width, height, data: grey };
}

function turn({ width, height, data }: Grey): Grey {
  const turned = data.map((_, at) => {
    const [x, y] = [at % height, Math.floor(at / height)];
    return data[(height - 1 - x) * width + y] as number;
  });
  return { width: height, height: width, data: turned };
}

const toPng = (grey: Grey) => encode({ ...grey, channels: 1, depth: 8 });

const white: Grey = { width: 200, height: 200, data: new Uint8Array(40_000).fill(255) };

function toPage(grey: Grey): PicturePage {
  const entries = '/ColorSpace /DeviceGray /BitsPerComponent 8';
  return { ...grey, parts: [{ ...grey, left: 0, top: 0, entries }] };
}

const notice = [
  'Annual report of the harbour office',
  'The fee of 1,250.75 euros is due on 14 March, and Mrs. Günther collects it in the café.',
  '年度会费分两次缴纳，图书馆十月开放。',
].join('\n\n');
const columns = [
  'Ships that enter the harbour before noon pay half of the fee.',
  'The keeper lights the lamp at dusk and puts it out at sunrise.',
].join('\n\n');

const russianTable = [
  ['30', '30', '180', 'Комитет'],
  ['220', '30', '160', 'собрался'],
]
  .map(([left, top, width, text]) => `5 1 1 1 1 1 ${left} ${top} ${width} 26 95 ${text}`)
  .join('\n')
  .concat('\n')
  .replaceAll(' ', '\t');

async function readRussian(picture: Uint8Array, answer: string): Promise<string> {
  const tesseract = await findTesseract(await install(answer), undefined);
  const own = new TextRecogniser({ size: 1, tesseract });
  const { text } = await parse(picture, { recogniser: own }).finally(() => own.close());
  return text;
}

describe('findTesseract', () => {
  it('takes the wanted languages that are installed', async () => {
    const bin = await install('exit 1');
    const command = join(bin, 'tesseract');
    expect(await findTesseract(`/nowhere:${bin}`, undefined)).toEqual({
      command,
      languages: 'eng',
    });
    expect(await findTesseract(bin, 'deu+fra')).toEqual({ command, languages: 'deu' });
    expect(await findTesseract(bin, 'none')).toBeUndefined();
    expect(await findTesseract('/nowhere', undefined)).toBeUndefined();
  });
});

describe('text recognition', () => {
  it('reads a picture, and says that errors are possible', async () => {
    expect(await parse(await fixture('notice.png'))).toMatchObject({
      mimeType: 'image/png',
      text: notice,
      warnings: [{ code: 'text_recognised' }],
    });
  });

  it('places each word of a scan on its page', async () => {
    const page = toPage(await readGrey('notice.png'));
    const { text, words } = await parse(writePicturePdf([toPage(white), page]));
    const [only] = words ?? [];
    expect(only?.page).toBe(2);
    const placeOf = (wanted: string) => {
      const start = text.indexOf(wanted);
      return only?.words.find((word) => word.start <= start && word.end > start);
    };
    const [annual, report, fee] = ['Annual', 'report', 'The fee'].map(placeOf);
    expect(annual).toMatchObject({ angle: 0, start: 0, end: 6 });
    expect(report?.left).toBeGreaterThan((annual?.left ?? 0) + (annual?.width ?? 0));
    expect(Math.abs((report?.top ?? 0) - (annual?.top ?? 0))).toBeLessThan(50);
    expect(fee?.top).toBeGreaterThan((annual?.top ?? 0) + (annual?.height ?? 0) / 2);
    expect(only?.words.map(({ start, end }) => text.slice(start, end)).slice(0, 3)).toEqual([
      'Annual',
      'report',
      'of',
    ]);
  });

  it('reads a picture that is turned', async () => {
    const quarter = turn(await readGrey('notice.png'));
    expect((await parse(toPng(quarter))).text).toBe(notice);
    expect((await parse(toPng(turn(quarter)))).text).toBe(notice);
  });

  it('reads the pages of a scan, and their columns one after the other', async () => {
    const [first, second] = [await readGrey('notice.png'), await readGrey('columns.png')];
    const document = await parse(writePicturePdf([first, white, second].map(toPage)));
    expect(document).toMatchObject({
      mimeType: 'application/pdf',
      text: `${notice}\n\n${columns}`,
    });
    expect(document.pages).toHaveLength(3);
  });

  it('reads a scan with a line of text on it, and no small picture beside text', async () => {
    const write = async (width: number) => {
      const pdf = new PDFDocument({ size: [620, 400], margin: 10 });
      pdf.text('From the archive of the harbour');
      pdf.image(await fixture('notice.png'), 0, 50, { width });
      pdf.end();
      return Buffer.concat(await pdf.toArray());
    };
    const scan = await parse(await write(620));
    expect(scan.text).toContain('From the archive of the harbour');
    expect(scan.text).toContain('The fee of 1,250.75 euros is due on');
    expect((await parse(await write(300))).text).toBe('From the archive of the harbour');
  });

  it('reads a scan once that has its text as text', async () => {
    const pdf = new PDFDocument({ size: [660, 200], margin: 10 });
    pdf.text(columns);
    pdf.image(await fixture('columns.png'), 0, 20, { width: 660 });
    pdf.end();
    const { text } = await parse(Buffer.concat(await pdf.toArray()));
    expect(text.match(/harbour/g)).toHaveLength(1);
  });

  it('reads columns of Chinese one after the other', async () => {
    const { text } = await parse(await fixture('chinese-columns.png'));
    expect(text.replaceAll(/\s/g, '')).toMatch(/^委员会.*次缴纳.*图书馆.*科学/su);
  });

  it('names the pages that it does not reach in time', async () => {
    const page = toPage(await readGrey('notice.png'));
    const document = parse(writePicturePdf(Array.from({ length: 40 }, () => page)), {
      clockMs: 5_000,
      recogniser,
    });
    const { text, warnings } = await document;
    expect(text).toContain('harbour');
    expect(warnings).toContainEqual({
      code: 'pages_not_recognised',
      message: expect.stringMatching(/^Pages whose picture was not read: .*, …\.$/),
    });
  });

  it('reads a script that the models do not know by Tesseract', async () => {
    expect(await readRussian(await fixture('russian.png'), `printf '${russianTable}'`)).toContain(
      'Комитет собрался',
    );
  });

  it('smooths a picture that Tesseract does not read', async () => {
    const grey = await readGrey('russian.png');
    const harsh = { ...grey, data: grey.data.map((sample) => (sample < 128 ? 0 : 255)) };
    const answer = `if [ "$greys" -gt 1000 ]; then printf '${russianTable}'; fi`;
    expect(await readRussian(toPng(harsh), answer)).toContain('Комитет собрался');
  });

  it('says that text in an unknown script is not read', async () => {
    await expect(parse(await fixture('russian.png'))).rejects.toMatchObject({
      code: 'no_text',
      message: expect.stringContaining('script'),
    });
  });

  it('finds no text where there is none, or where it is off', async () => {
    await expect(parse(toPng(white))).rejects.toMatchObject({ code: 'no_text' });
    await expect(parse(writePicturePdf([toPage(white)]))).rejects.toMatchObject({
      code: 'no_text',
    });
    const picture = await fixture('notice.png');
    await expect(parse(picture, {})).rejects.toMatchObject({ code: 'no_text' });
  });

  it('leaves pictures to the heavy lane', async () => {
    const picture = await fixture('notice.png');
    await expect(parse(picture, { defersPictures: true })).rejects.toMatchObject({
      code: 'time_limit',
    });
  });
});
