/**
 * JSON of an outside service, without the characters that no database keeps as text.
 * @throws SyntaxError
 */
export function parseOutsideJson(text: string): unknown {
  return JSON.parse(text, (_name, value) =>
    typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
  );
}
