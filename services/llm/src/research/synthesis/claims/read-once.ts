import type { RecordSource } from '../record-source.ts';

/** A reading of a record's title and text that is done once for each record. */
export function readOnce<Read>(read: (text: string) => Read): (source: RecordSource) => Read {
  const known = new WeakMap<RecordSource, { readonly value: Read }>();
  return (source) => {
    const held = known.get(source);
    if (held) return held.value;
    const [{ title, text }] = source.passages;
    const value = read(`${title}\n\n${text}`);
    known.set(source, { value });
    return value;
  };
}
