import type { RecordSource } from '../record-source.ts';
import { readTokens, type Token } from './read-tokens.ts';

/** Everything that a record is called, and what it calls the publications that it names. */
export function listTitles(sources: readonly RecordSource[]): readonly (readonly Token[])[] {
  return sources
    .flatMap(readTitles)
    .map((title) => readTokens(title ?? ''))
    .filter(({ length }) => length > 0);
}

function readTitles(source: RecordSource): readonly (string | null)[] {
  if (source.kind === 'document') {
    const { document_title, metadata } = source.record;
    return [document_title, metadata?.file_name ?? null, metadata?.section ?? null];
  }
  if (source.kind === 'trial') {
    const { brief_title, official_title, acronym, references } = source.record;
    return [brief_title, official_title, acronym, ...references.flatMap(readCitation)];
  }
  const { title, vernacular_title, journal } = source.record;
  return [title, vernacular_title, journal.title, journal.abbreviation];
}

/** The title within a reference, which stands between full stops behind the authors. */
function readCitation({ citation }: { readonly citation: string }): readonly string[] {
  return citation.split(/\.\s+/);
}
