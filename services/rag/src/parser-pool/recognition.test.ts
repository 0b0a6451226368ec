import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TemporaryFiles } from '../parsing/__fixtures__/temporary-files.ts';
import { defaultParseLimits } from '../parsing/parse-limits.ts';
import { findTesseract, type TextRecognition } from '../parsing/recognition/find-tesseract.ts';
import { openParserPool } from './parser-pool.ts';

const files = new TemporaryFiles();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-tesseract-'));
});
afterAll(async () => {
  await Promise.all([files.remove(), rm(folder, { recursive: true })]);
});

/** A program that replaces Tesseract: lists languages, and answers a picture. */
async function install(answer: string): Promise<string> {
  const bin = await mkdtemp(join(folder, 'bin-'));
  const script = `#!/bin/sh
if [ "$1" = --list-langs ]; then printf 'List of languages:\\neng\\ndeu\\nosd\\n'; exit; fi
${answer}
`;
  await writeFile(join(bin, 'tesseract'), script);
  await chmod(join(bin, 'tesseract'), 0o755);
  return bin;
}

async function installed(answer: string): Promise<TextRecognition> {
  const recognition = await findTesseract(await install(answer), undefined);
  if (!recognition) throw new Error('the program was not found');
  return recognition;
}

async function parse(bytes: Uint8Array, recognition?: TextRecognition, timeMs = 20_000) {
  const path = await files.write(bytes);
  const limits = { ...defaultParseLimits, timeMs };
  const pool = openParserPool({ size: 1, limits, recognition });
  try {
    return await pool.parse({ path, fileName: 'scan' });
  } finally {
    await pool.close();
  }
}

const png = Buffer.from('89504e470d0a1a0a0000000d', 'hex');

/** Pages with one picture of 100 × 100 points each and no text: the first white, others black. */
function createScan(pageCount: number): Buffer {
  const kids = Array.from({ length: pageCount }, (_, at) => `${7 + at} 0 R`);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pageCount} /Kids [${kids.join(' ')}] >>`,
    createPicture('ff'),
    createPicture('00'),
    '<< /Length 29 >>\nstream\nq 100 0 0 100 0 0 cm /I Do Q\nendstream',
    '<< /Length 29 >>\nstream\nq 100 0 0 100 0 0 cm /J Do Q\nendstream',
    ...kids.map(
      (_, at) =>
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Resources << /XObject << /I 3 0 R /J 4 0 R >> >> /Contents ${at === 0 ? 5 : 6} 0 R >>`,
    ),
  ];
  const body = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n${body}trailer << /Root 1 0 R /Size ${objects.length + 1} >>\n`);
}

function createPicture(grey: string): string {
  const points = grey.repeat(10_000);
  return `<< /Type /XObject /Subtype /Image /Width 100 /Height 100 /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /ASCIIHexDecode /Length ${points.length} >>\nstream\n${points}\nendstream`;
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
    const document = await parse(
      png,
      await installed(`cat >/dev/null; printf 'A hyphen-\\nated word.\\n\\nThe end.\\f'`),
    );
    expect(document).toMatchObject({
      mimeType: 'image/png',
      text: 'A hyphenated word.\n\nThe end.',
      warnings: [{ code: 'text_recognised' }],
    });
  });

  it('reads the pages of a scan', async () => {
    const document = await parse(
      createScan(2),
      await installed(`head -c 11 | tr '\\n' ' '; cat >/dev/null`),
    );
    expect(document.text).toBe('P6 100 100\n\nP6 100 100');
    expect(document.pages).toHaveLength(2);
  });

  it('keeps what was read in time, and names the other pages', async () => {
    // The sixteenth byte of a PNM is its first pixel.
    const firstPoint = `$(head -c 16 | tail -c 1 | od -An -tu1 | tr -d ' ')`;
    const once = `if [ "${firstPoint}" = 255 ]; then cat >/dev/null; echo First; else exec sleep 60; fi`;
    const document = await parse(createScan(3), await installed(once), 6_000);
    expect(document).toMatchObject({
      text: 'First',
      warnings: [
        { code: 'text_recognised' },
        { code: 'pages_not_recognised', message: 'Pages whose picture was not read: 2, 3.' },
      ],
    });
  });

  it('finds no text where the program finds none or is not there', async () => {
    const silent = await installed('cat >/dev/null');
    for (const bytes of [png, createScan(1)]) {
      await expect(parse(bytes, silent)).rejects.toMatchObject({ code: 'no_text' });
      await expect(parse(bytes)).rejects.toMatchObject({ code: 'no_text' });
    }
  });
});
