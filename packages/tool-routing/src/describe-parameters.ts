const deepest = 3;
const maxChoices = 20;
const maxExampleLength = 200;

/**
 * Returns names and descriptions of all parameters of a tool, with choices and examples, as
 * searchable texts.
 */
export function describeParameters(schema: unknown): {
  readonly names: readonly string[];
  readonly descriptions: readonly string[];
} {
  const names: string[] = [];
  const descriptions: string[] = [];
  const visit = (part: unknown, depth: number) => {
    if (!isRecord(part) || depth > deepest) return;
    if (Array.isArray(part.examples)) {
      descriptions.push(part.examples.flatMap(textsIn).slice(0, maxChoices).join(' '));
    }
    if (isRecord(part.properties)) {
      for (const [name, property] of Object.entries(part.properties)) {
        names.push(name);
        if (!isRecord(property)) continue;
        if (typeof property.description === 'string') descriptions.push(property.description);
        if (Array.isArray(property.enum)) {
          const choices = property.enum.filter((choice) => typeof choice === 'string');
          descriptions.push(choices.slice(0, maxChoices).join(' '));
        }
        visit(property, depth + 1);
      }
    }
    visit(part.items, depth + 1);
  };
  visit(schema, 0);
  return { names, descriptions };
}

/** Returns the text of an example, or the texts in an example that is an object of arguments. */
function textsIn(example: unknown): string[] {
  const values = isRecord(example) ? Object.values(example) : [example];
  return values
    .filter((value) => typeof value === 'string')
    .map((value) => value.slice(0, maxExampleLength));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
