import iconv from 'iconv-lite';

export interface DecodedText {
  readonly text: string;
  /** Name of the encoding in lower case. */
  readonly encoding: string;
  /** True if some bytes are invalid in the encoding and became U+FFFD. */
  readonly damaged: boolean;
  /** True if only letter statistics speak for the encoding. */
  readonly isGuessed?: boolean;
}

export function decodeAs(bytes: Uint8Array, encoding: string): DecodedText {
  const text = encoding.startsWith('utf-32')
    ? decodeUtf32(bytes, encoding === 'utf-32le')
    : (tryDecode(bytes, encoding, false) as string);
  return { text, encoding, damaged: text.includes('\ufffd') };
}

/** Returns undefined for an unknown encoding or, in strict mode, for invalid bytes. */
export function tryDecode(
  bytes: Uint8Array,
  encoding: string,
  strict: boolean,
): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: strict }).decode(bytes);
  } catch (cause) {
    // A TypeError is thrown for invalid bytes, a RangeError for an unknown name.
    if (cause instanceof TypeError) return undefined;
  }
  if (!iconv.encodingExists(encoding)) return undefined;
  const text = iconv.decode(bytes, encoding);
  return strict && text.includes('\ufffd') ? undefined : text;
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
