/** Maximum characters of a statement's shape. */
const maxShapeLength = 1_000;
/** Maximum cached statements. Statements with lists of varying length are not all cached. */
const maxEntries = 1_000;

export interface Statement {
  /** Verb and main table: `select rag.chunks`. */
  readonly name: string;
  /** Single line without literal values. */
  readonly shape: string;
}

const known = new Map<string, Statement>();

/** Describes a statement without its values. */
export function describeStatement(text: string): Statement {
  const found = known.get(text);
  if (found) return found;
  const shape = text
    .replaceAll(/--[^\n]*|\/\*.*?\*\//g, ' ')
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, '?')
    .replaceAll(/(?<![\w$".])\d+(?:\.\d+)?(?!\w)/g, '?')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(\$\d+)(?:, ?\$\d+)+/g, '$1, …')
    .trim();
  const verb = /\w+/.exec(shape)?.[0]?.toLowerCase() ?? 'statement';
  const table = /\b(?:from|into|update|join|table)\s+("?[a-z_]\w*"?(?:\."?\w+"?)?)/i.exec(
    shape,
  )?.[1];
  const statement = {
    name: [verb, table?.replaceAll('"', '')].filter(Boolean).join(' '),
    shape: shape.slice(0, maxShapeLength),
  };
  if (known.size < maxEntries) known.set(text, statement);
  return statement;
}
