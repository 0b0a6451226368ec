type Field = 'type' | 'after' | 'author';

const readPart = (field: Field) => new RegExp(`(?:^|\\s)${field}:(?:"([^"]+)"|([^\\s"]+))`, 'i');

/** Returns the value of a query's field, or undefined without one. */
export function readField(query: string, field: Field): string | undefined {
  const [, long, short] = readPart(field).exec(query) ?? [];
  return long ?? short;
}

/** Returns the query with this value of the field alone; `undefined` removes the field. */
export function writeField(query: string, field: Field, value: string | undefined): string {
  const part = readPart(field);
  let rest = query;
  while (part.test(rest)) rest = rest.replace(part, '');
  const quotes = value?.includes(' ') ? '"' : '';
  const added =
    value === undefined ? '' : ` ${field}:${quotes}${value.replaceAll('"', '')}${quotes}`;
  return `${rest}${added}`.trim();
}
