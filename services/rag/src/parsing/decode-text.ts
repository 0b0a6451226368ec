import { type DecodedText, decodeAs, tryDecode } from './decode-as.ts';
import { decodeCp500, looksLikeEbcdic } from './ebcdic.ts';
import { findEncoding } from './find-encoding.ts';
import { rateUnlikelihood } from './text-unlikelihood.ts';

export type { DecodedText };

export interface DecodeOptions {
  /** The encoding that the file declares; used unless the bytes contradict it. */
  readonly declared?: string | undefined;
  /** Part of the bytes to detect the encoding from, such as text without its markup. */
  readonly sample?: Uint8Array;
}

/**
 * Decodes text of unknown encoding: by byte-order mark, by the zero bytes of UTF-16 and UTF-32, as
 * UTF-8 if the bytes are valid, by the declared encoding, as EBCDIC, and last by letter statistics.
 */
export function decodeText(bytes: Uint8Array, options: DecodeOptions = {}): DecodedText {
  const unicode = detectUnicode(bytes);
  if (unicode !== undefined) return decodeAs(bytes, unicode);
  if (escapesToJapanese(bytes)) return decodeAs(bytes, 'iso-2022-jp');
  const valid = tryDecode(bytes, 'utf-8', true);
  if (valid !== undefined) return { text: valid, encoding: 'utf-8', damaged: false };
  const declared = options.declared?.trim().toLowerCase().replace(korean, 'cp949');
  if (declared !== undefined && declared !== '' && !/^(utf-?8|us-ascii|ascii)$/.test(declared)) {
    const text = tryDecode(bytes, declared, true);
    if (text !== undefined) return { text, encoding: declared, damaged: false };
  }
  if (looksLikeEbcdic(bytes.subarray(0, sampleBytes))) {
    return { text: decodeCp500(bytes), encoding: 'cp500', damaged: false };
  }
  return decodeByStatistics(bytes, options.sample ?? bytes);
}

/** Names that also stand for the Korean code page, which has more syllables. */
const korean = /^(?:euc-?kr|ks_?c_?5601.*|korean|windows-949)$/;
const sampleBytes = 64 * 1024;

/** ISO 2022 writes Japanese in ASCII bytes between escape sequences. */
function escapesToJapanese(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, sampleBytes));
  return head.includes('\x1b$B') || head.includes('\x1b$@');
}

type Unicode = 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be';

/** Detects an encoding by its byte-order mark or its zero bytes. */
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

/** Decodes as UTF-8 if it explains most of the bytes, else in the most likely encoding. */
function decodeByStatistics(bytes: Uint8Array, sample: Uint8Array): DecodedText {
  const lossy = decodeAs(bytes, 'utf-8');
  if (isMostlyValid(lossy.text)) return lossy;
  const encoding = findEncoding(sample.subarray(0, sampleBytes));
  return { ...decodeAs(bytes, encoding), isGuessed: true };
}

/** Share of invalid bytes below which a text is UTF-8, whatever its characters. */
const fewBroken = 0.1;
/** Mean unlikelihood of a character and a space below which a character is common. */
const maxUnlikelihood = 11;

/**
 * Returns true for few invalid bytes, or for at least as many common characters: in another
 * encoding, sequences of UTF-8 stand by chance and give rare characters.
 */
function isMostlyValid(text: string): boolean {
  let broken = 0;
  let foreign = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) broken += 1;
    else if (code > 0x7f) foreign += 1;
  }
  if (broken <= foreign * fewBroken) return true;
  if (broken > foreign) return false;
  const rated = text.slice(0, sampleBytes).match(/[^\0-\x7f\ufffd]/gu) ?? [];
  return rateUnlikelihood(rated.join(' ')) <= rated.length * maxUnlikelihood;
}
