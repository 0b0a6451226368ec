import { findUnheldFact } from './check-facts.ts';
import { quotePlainly } from './cut-text.ts';
import { locateQuote, type Span } from './locate-quote.ts';
import { idsOf, listFields, type RecordSource } from './record-source.ts';

/** A statement of a model with the records that it rests on. */
export interface WrittenStatement {
  readonly statement: string;
  readonly records: readonly { readonly id: string; readonly quote: string }[];
}

export interface QuotedRecord {
  readonly source: RecordSource;
  /** Place of the quote in the text of the source. */
  readonly span: Span;
}

export interface CheckedStatement {
  readonly text: string;
  readonly records: readonly QuotedRecord[];
}

export interface CheckedStatements {
  readonly kept: readonly CheckedStatement[];
  readonly removed: readonly { readonly text: string; readonly reason: string }[];
}

const maxStatementLength = 800;

/**
 * Keeps the statements with a quote that the cited record contains, and whose identifiers, numbers,
 * dates, phases and statuses occur in the quotes or the fields of the cited records.
 */
export function checkStatements(
  written: readonly WrittenStatement[],
  sources: readonly RecordSource[],
): CheckedStatements {
  const kept: CheckedStatement[] = [];
  const removed: { text: string; reason: string }[] = [];
  for (const { statement, records } of written) {
    const text = quotePlainly(statement.replaceAll(/\s*\[\d{1,3}\]/g, '')).slice(
      0,
      maxStatementLength,
    );
    if (text === '' || kept.some((other) => other.text === text)) continue;
    const named = records.flatMap(({ id, quote }) => {
      const source = sources.find((one) => idsOf(one).includes(normalizeId(id)));
      return source ? [{ source, quote }] : [];
    });
    const quoted = named.flatMap(({ source, quote }) => {
      const span = locateQuote(source.passages[0].text, quote);
      return span ? [{ source, span }] : [];
    });
    const reason =
      named.length === 0
        ? 'no_record'
        : quoted.length === 0
          ? 'quote_not_found'
          : findUnheldFact(text, gatherEvidence(quoted));
    if (reason === undefined) kept.push({ text, records: quoted });
    else removed.push({ text, reason });
  }
  return { kept, removed };
}

function gatherEvidence(records: readonly QuotedRecord[]) {
  const trials = records.flatMap(({ source }) => (source.kind === 'trial' ? [source.record] : []));
  return {
    text: records
      .flatMap(({ source, span: { start, end } }) => [
        source.passages[0].title,
        listFields(source) ?? '',
        source.passages[0].text.slice(start, end),
      ])
      .join('\n'),
    phases: trials.flatMap(({ phases }) => phases),
    statuses: trials.map(({ status }) => status),
  };
}

function normalizeId(id: string): string {
  return id
    .replace(/^\s*(?:PMID|document)[:\s]*/i, '')
    .replaceAll(/[\s[\]]/g, '')
    .toUpperCase();
}
