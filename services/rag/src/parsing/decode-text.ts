import chardet from 'chardet';
import { decodeDosPage, isDosPage } from './dos-pages.ts';
import { decodeCp500, looksLikeEbcdic } from './ebcdic.ts';
import { rateLetters } from './rate-letters.ts';

export interface DecodedText {
  readonly text: string;
  /** Name of the encoding, in lower case. */
  readonly encoding: string;
  /** Some bytes have no meaning in the encoding and became U+FFFD. */
  readonly damaged: boolean;
}

export interface DecodeOptions {
  /** The encoding that the file claims; used where the bytes do not speak against it. */
  readonly declared?: string | undefined;
  /** Part of the bytes in which the encoding is looked for, such as text without its markup. */
  readonly sample?: Uint8Array;
}

/**
 * Decodes text of unknown encoding: byte-order mark, then UTF-16 and UTF-32 by their zero bytes,
 * UTF-8 where the bytes are valid, the declared encoding, EBCDIC, and at last letter statistics and
 * the look of the words.
 */
export function decodeText(bytes: Uint8Array, options: DecodeOptions = {}): DecodedText {
  const unicode = detectUnicode(bytes);
  if (unicode !== undefined) return decodeAs(bytes, unicode);
  const valid = tryDecode(bytes, 'utf-8', true);
  if (valid !== undefined) return { text: valid, encoding: 'utf-8', damaged: false };
  const declared = options.declared?.trim().toLowerCase();
  if (declared !== undefined && declared !== '' && !/^(utf-?8|us-ascii|ascii)$/.test(declared)) {
    const text = tryDecode(bytes, declared, true);
    if (text !== undefined) return { text, encoding: declared, damaged: false };
  }
  if (looksLikeEbcdic(bytes.subarray(0, sampleBytes))) {
    return { text: decodeCp500(bytes), encoding: 'cp500', damaged: false };
  }
  return decodeByStatistics(bytes, options.sample ?? bytes);
}

const sampleBytes = 64 * 1024;

type Unicode = 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be';

/** An encoding that zero bytes or a byte-order mark give away. */
export function detectUnicode(bytes: Uint8Array): Unicode | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'utf-32le' : 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'utf-32be';
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  return detectByZeros(bytes.subarray(0, 4096));
}

function detectByZeros(head: Uint8Array): Unicode | undefined {
  const zeros = [0, 0, 0, 0];
  for (let at = 0; at < head.length; at += 1) {
    if (head[at] === 0) zeros[at & 3] = (zeros[at & 3] as number) + 1;
  }
  const quarter = head.length / 4;
  if (quarter < 2) return undefined;
  const [first, second, third, fourth] = zeros.map((count) => count / quarter) as [
    number,
    number,
    number,
    number,
  ];
  if (first > 0.9 && second > 0.9 && fourth < 0.1) return 'utf-32be';
  if (third > 0.9 && fourth > 0.9 && first < 0.1) return 'utf-32le';
  if (first + third > 0.6 && second + fourth < 0.1) return 'utf-16be';
  if (second + fourth > 0.6 && first + third < 0.1) return 'utf-16le';
  return undefined;
}

/** UTF-8 with a few broken bytes, else the encoding whose letters fit best. */
function decodeByStatistics(bytes: Uint8Array, sample: Uint8Array): DecodedText {
  const lossy = decodeAs(bytes, 'utf-8');
  if (isMostlyValid(lossy.text)) return lossy;
  const part = sample.subarray(0, sampleBytes);
  const guesses = chardet
    .analyse(part)
    .slice(0, 4)
    .map(({ name }) => webLabels[name] ?? name.toLowerCase())
    .filter((label) => tryDecode(bytes, label, true) !== undefined);
  const [first = 'windows-1252'] = guesses;
  // Letter statistics know no code page of DOS, and little of a short text.
  const encoding = severalBytes.has(first) ? first : chooseByLetters(part, first);
  return decodeAs(bytes, encoding);
}

const severalBytes = new Set(['shift_jis', 'euc-jp', 'euc-kr', 'gb18030', 'big5', 'iso-2022-jp']);
const alwaysTried = ['windows-1252', 'windows-1251', 'koi8-u', 'ibm866', 'cp850', 'cp437'];
/** So much better must the letters of another encoding look than those of the statistics' guess. */
const lead = 0.6;

function chooseByLetters(sample: Uint8Array, guess: string): string {
  const rated = [...new Set([guess, ...alwaysTried])].flatMap((encoding) => {
    const text = tryDecode(sample, encoding, false);
    const before = encoding === guess ? lead : 0;
    return text === undefined ? [] : [{ encoding, rate: rateLetters(text) + before }];
  });
  return rated.reduce((best, one) => (one.rate > best.rate ? one : best)).encoding;
}

function isMostlyValid(text: string): boolean {
  let broken = 0;
  let foreign = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) broken += 1;
    else if (code > 0x7f) foreign += 1;
  }
  return broken * 10 <= foreign;
}

/** Encodings that the detector reports under a name with fewer characters than their real use. */
const webLabels: Record<string, string> = {
  'ISO-8859-1': 'windows-1252',
  'ISO-8859-9': 'windows-1254',
  ASCII: 'windows-1252',
  'KOI8-R': 'koi8-u',
};

function decodeAs(bytes: Uint8Array, encoding: string): DecodedText {
  const text = encoding.startsWith('utf-32')
    ? decodeUtf32(bytes, encoding === 'utf-32le')
    : (tryDecode(bytes, encoding, false) as string);
  return { text, encoding, damaged: text.includes('\ufffd') };
}

function tryDecode(bytes: Uint8Array, encoding: string, strict: boolean): string | undefined {
  if (isDosPage(encoding)) return decodeDosPage(bytes, encoding);
  try {
    return new TextDecoder(encoding, { fatal: strict }).decode(bytes);
  } catch {
    return undefined;
  }
}

function decodeUtf32(bytes: Uint8Array, littleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: string[] = [];
  for (let at = 0; at + 4 <= bytes.byteLength; at += 4) {
    const code = view.getUint32(at, littleEndian);
    parts.push(code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd');
  }
  return parts.join('').replace(/^\ufeff/, '');
}
