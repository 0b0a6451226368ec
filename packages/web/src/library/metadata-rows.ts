import type { Document } from '@lectern/contracts';

export type Metadata = Document['metadata'];

/** A field of metadata as edited text. */
export interface MetadataRow {
  readonly key: number;
  readonly name: string;
  readonly text: string;
}

export function toRows(metadata: Metadata): readonly MetadataRow[] {
  return Object.entries(metadata).map(([name, value], key) => ({ key, name, text: toText(value) }));
}

/** Returns the metadata of edited rows. A value keeps its type if its text allows it. */
export function toMetadata(rows: readonly MetadataRow[], before: Metadata): Metadata {
  return Object.fromEntries(
    rows
      .filter(({ name, text }) => name.trim() !== '' && text.trim() !== '')
      .map(({ name, text }) => [name.trim(), toValue(text.trim(), before[name.trim()])]),
  );
}

function toText(value: Metadata[string]): string {
  return Array.isArray(value) ? value.join(', ') : String(value);
}

function toValue(text: string, before: Metadata[string] | undefined): Metadata[string] {
  if (before !== undefined && toText(before) === text) return before;
  if (Array.isArray(before)) return text.split(',').flatMap((part) => part.trim() || []);
  if (typeof before === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  const isNumber = typeof before !== 'string' && /^-?\d{1,15}(\.\d+)?$/.test(text);
  return isNumber ? Number(text) : text;
}
