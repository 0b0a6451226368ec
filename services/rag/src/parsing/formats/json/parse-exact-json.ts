const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Parses JSON. A number that JavaScript would write with other digits (`1.50`, `1e400`, an id beyond
 * 2^53) becomes a string with the digits of the file.
 * @throws SyntaxError
 */
export function parseExactJson(text: string): unknown {
  // A reviver, which knows the source too, would end at the stack's limit in deep JSON.
  const exact = text.replace(stringOrNumber, (token) =>
    token.startsWith('"') || !number.test(token) || String(Number(token)) === token
      ? token
      : `"${token}"`,
  );
  return JSON.parse(exact);
}
