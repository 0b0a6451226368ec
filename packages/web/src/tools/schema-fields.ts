/** A parameter of a tool as a form field. */
export interface SchemaField {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  /** `json` is used for every type without a field of its own. */
  readonly kind: 'text' | 'number' | 'switch' | 'choice' | 'json';
  readonly isRequired: boolean;
  readonly choices: readonly string[];
}

/** Returns the form fields of a tool's input schema, required ones first. */
export function listFields(schema: unknown): readonly SchemaField[] {
  const { properties, required } = asRecord(schema);
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(asRecord(properties))
    .map(([name, value]): SchemaField => {
      const { title, description, type, enum: values } = asRecord(value);
      const choices = Array.isArray(values) ? values.filter((one) => typeof one === 'string') : [];
      return {
        name,
        label: typeof title === 'string' ? title : name,
        description: typeof description === 'string' ? description : '',
        kind: choices.length > 0 ? 'choice' : kindOf(type),
        isRequired: needed.includes(name),
        choices,
      };
    })
    .toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));
}

/**
 * Returns the arguments from the typed values; empty ones are left out.
 *
 * @throws SyntaxError for invalid JSON.
 */
export function readArguments(
  fields: readonly SchemaField[],
  values: Readonly<Record<string, string>>,
): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap(({ name, kind }) => {
      const value = values[name]?.trim() ?? '';
      if (value === '') return [];
      if (kind === 'number') return [[name, Number(value)]];
      if (kind === 'switch') return [[name, value === 'true']];
      return [[name, kind === 'json' ? JSON.parse(value) : value]];
    }),
  );
}

function kindOf(type: unknown): SchemaField['kind'] {
  if (type === 'string') return 'text';
  if (type === 'number' || type === 'integer') return 'number';
  return type === 'boolean' ? 'switch' : 'json';
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
