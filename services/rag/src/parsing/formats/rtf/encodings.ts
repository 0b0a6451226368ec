/** Encodings of `\ansicpg` by code page, where they are not called `windows-<code page>`. */
const codePages: Readonly<Record<number, string>> = {
  437: 'cp437',
  850: 'cp850',
  852: 'cp852',
  866: 'ibm866',
  932: 'shift_jis',
  936: 'gbk',
  949: 'cp949',
  950: 'big5',
  10000: 'macintosh',
  10007: 'x-mac-cyrillic',
  54936: 'gb18030',
  65001: 'utf-8',
};

/** Encodings of a font's `\fcharset`. */
const charsets: Readonly<Record<number, string>> = {
  77: 'macintosh',
  128: 'shift_jis',
  129: 'cp949',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};

export const defaultEncoding = 'windows-1252';

export function encodingOfCodePage(codePage: number | undefined): string {
  if (codePage === undefined) return defaultEncoding;
  const isWindows = codePage === 874 || (codePage >= 1250 && codePage <= 1258);
  return codePages[codePage] ?? (isWindows ? `windows-${codePage}` : defaultEncoding);
}

/** Returns undefined where the font has the document's encoding. */
export function encodingOfCharset(charset: number | undefined): string | undefined {
  return charset === undefined ? undefined : charsets[charset];
}
