/** Minimum characters of a file, so that no identifier or key is taken for one. */
const minLength = 400;
const line = /^[A-Za-z0-9+/]{60,}={0,2}$/;

/** Returns true for the bytes of a file in Base64, on one line or several. */
export function isEncodedFile(text: string): boolean {
  if (text.length < minLength) return false;
  const lines = text.trim().split(/\s+/);
  const last = lines.pop() ?? '';
  return (
    /^[A-Za-z0-9+/]+={0,2}$/.test(last) &&
    [last, ...lines].join('').length >= minLength &&
    lines.every((one) => line.test(one)) &&
    // A sequence of genes has no digits and no small letters.
    [/\d/, /[a-z]/, /[A-Z]/].every((kind) => kind.test(text))
  );
}
