/** IBM code page 500 (EBCDIC, international): the Latin-1 code of each byte, in hexadecimal. */
const latin1OfCp500 =
  '000102039c09867f978d8e0b0c0d0e0f101112139d8508871819928f1c1d1e1f' +
  '80818283840a171b88898a8b8c050607909116939495960498999a9b14159e1a' +
  '20a0e2e4e0e1e3e5e7f15b2e3c282b2126e9eaebe8edeeefecdf5d242a293b5e' +
  '2d2fc2c4c0c1c3c5c7d1a62c255f3e3ff8c9cacbc8cdcecfcc603a2340273d22' +
  'd8616263646566676869abbbf0fdfeb1b06a6b6c6d6e6f707172aabae6b8c6a4' +
  'b57e737475767778797aa1bfd0dddeaea2a3a5b7a9a7b6bcbdbeac7cafa8b4d7' +
  '7b414243444546474849adf4f6f2f3f57d4a4b4c4d4e4f505152b9fbfcf9faff' +
  '5cf7535455565758595ab2d4d6d2d3d530313233343536373839b3dbdcd9da9f';

export function decodeCp500(bytes: Uint8Array): string {
  const table = Buffer.from(latin1OfCp500, 'hex');
  const decoded = Buffer.allocUnsafe(bytes.length);
  for (let at = 0; at < bytes.length; at += 1) decoded[at] = table[bytes[at] as number] as number;
  return decoded.toString('latin1');
}

/**
 * Returns true for bytes that look like EBCDIC text: EBCDIC letters and spaces, and hardly any
 * ASCII letters.
 */
export function looksLikeEbcdic(bytes: Uint8Array): boolean {
  if (bytes.length < 16) return false;
  let letters = 0;
  let spaces = 0;
  let ascii = 0;
  for (const byte of bytes) {
    if (byte === 0x40) spaces += 1;
    else if (isEbcdicLetter(byte)) letters += 1;
    else if (byte >= 0x61 && byte <= 0x7a) ascii += 1;
  }
  return (
    spaces > bytes.length / 20 && letters + spaces > bytes.length * 0.7 && ascii < bytes.length / 10
  );
}

function isEbcdicLetter(byte: number): boolean {
  const low = byte & 0x0f;
  if (byte < 0x81 || low > 9) return false;
  const row = byte >> 4;
  return row === 0xa || row === 0xe ? low >= 2 : row !== 0xb && row !== 0xf && low >= 1;
}
