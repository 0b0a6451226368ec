/**
 * Parses JSON of an outside service without characters that PostgreSQL rejects.
 * @throws SyntaxError
 */
export function parseOutsideJson(text: string): unknown {
  return JSON.parse(text, (_name, value) =>
    typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
  );
}
