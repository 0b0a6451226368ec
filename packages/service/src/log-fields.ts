type Fields = Readonly<Record<string, unknown>>;

const secretNames: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'password',
  'token',
  'api_key',
  'apiKey',
  'secret',
]);
const errorNames: ReadonlySet<string> = new Set(['err', 'error']);
/** Maximum nesting of objects, such as a request's headers. */
const maxDepth = 2;

/**
 * Returns the fields of a log line: `[secret]` for those that can contain one, and errors without
 * fields that vendors add. Done here because pino's redaction by paths costs more than the rest of
 * a line.
 */
export function toLogFields(fields: object, depth = 0): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (secretNames.has(name)) shown[name] = '[secret]';
    else if (value instanceof Error || (depth === 0 && errorNames.has(name))) {
      shown[name] = describeError(value);
    } else if (depth < maxDepth && isFields(value)) shown[name] = toLogFields(value, depth + 1);
    else shown[name] = value;
  }
  return shown;
}

/** Returns whether JSON writes the value by its fields. */
function isFields(value: unknown): value is Fields {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    typeof (value as Fields).toJSON !== 'function'
  );
}

/**
 * Describes an error without fields that vendors add: requests, headers and bodies can contain
 * secrets.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? error.code : undefined;
  return {
    name,
    message,
    code,
    stack,
    ...(cause !== undefined && { cause: describeError(cause) }),
  };
}
