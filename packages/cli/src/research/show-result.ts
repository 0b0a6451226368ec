import { listStudies, type ResearchResponse, type ResearchTables } from '@lectern/contracts';
import type { Terminal } from '../terminal/terminal.ts';
import { formatTable } from './format-table.ts';
import { english, russian, type TableWords } from './table-words.ts';

/** Prints a result: the answer, its tables, what it rests on, and what is missing. */
export function showResult(
  terminal: Terminal,
  result: ResearchResponse,
  { json }: { readonly json?: boolean },
): void {
  if (json) {
    terminal.print(JSON.stringify(result, null, 2));
    return;
  }
  const { answer, tables, citations, removed, warnings, partial, checkpoint_id: id } = result;
  terminal.print(answer);
  const say = /^\P{L}*\p{Script=Cyrillic}/u.test(answer) ? russian : english;
  for (const [title, lines] of listTables(tables, say)) {
    if (lines.length > 0) terminal.print(['', title, ...lines].join('\n'));
  }
  if (citations.length > 0) terminal.print(`\n${say.sources}`);
  for (const { n, title, page, url, quote, supported } of citations) {
    const place = [title, page !== null && `${say.page} ${page}`, url].filter(Boolean).join(', ');
    terminal.print(`[${n}] ${place}${supported ? '' : ` (${say.unsupported})`}`);
    if (quote) terminal.print(`    "${findCited(quote, answer, n)}"`);
  }
  for (const { text, reason } of removed) terminal.note(`Removed (${reason}): ${text}`);
  for (const { message } of warnings) terminal.note(`Note: ${message}`);
  if (partial) terminal.note(`What is missing comes with: lectern research resume ${id}`);
  terminal.note(`Run ${id}`);
}

function listTables(tables: ResearchTables, say: TableWords): [string, string[]][] {
  const { trials, publications, documents, disagreements } = tables;
  return [
    [
      say.trials,
      formatTable(
        say.trialHeads,
        trials.map((row) => [
          row.n,
          row.nct_id,
          cut(row.title, 50),
          row.status,
          row.phases.join(', '),
          row.enrollment,
          row.start_date,
          row.publications.map(({ pmid }) => pmid).join(', '),
        ]),
      ),
    ],
    [
      say.publications,
      formatTable(
        say.publicationHeads,
        publications.map((row) => [
          row.n,
          row.pmid,
          `${row.retracted ? `${say.retracted}: ` : ''}${cut(row.title, 60)}`,
          cut(row.journal ?? '', 30),
          row.date,
          listStudies(row).join(', '),
        ]),
      ),
    ],
    [
      say.documents,
      formatTable(
        say.documentHeads,
        documents.map((row) => [row.n, cut(row.title, 40), row.page, cut(row.text, 70)]),
      ),
    ],
    [
      say.disagreements,
      disagreements.flatMap(({ about, statements }) => [
        about,
        ...statements.map(({ source, says }) => `  ${source}: ${says}`),
      ]),
    ],
  ];
}

function cut(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length <= length ? line : `${line.slice(0, length - 1)}…`;
}

/** Maximum characters of a quote that is shown whole. */
const maxQuoteLength = 300;
/** A shorter piece of an answer, such as a number, is found in many places. */
const minQuoteLength = 20;

/**
 * Returns the part of a quote that the answer repeats where it cites it, or the beginning of the quote.
 * A quote may be a whole record.
 */
function findCited(quote: string, answer: string, n: number): string {
  const whole = onLine(quote);
  if (whole.length <= maxQuoteLength) return whole;
  const said = answer
    .split(/\n|\[\d+\]\.?|(?<=[.!?])\s/)
    .map(onLine)
    .filter((text) => text.length >= minQuoteLength && whole.includes(text));
  const cited = said.find((text) => isCited(answer, text, n)) ?? said[0];
  if (cited === undefined) return `${whole.slice(0, maxQuoteLength - 1)}…`;
  const start = whole.indexOf(cited);
  const end = start + cited.length;
  return `${start > 0 ? '… ' : ''}${cited}${end < whole.length ? ' …' : ''}`;
}

/** Checks that the answer cites source `n` right behind these words. */
function isCited(answer: string, text: string, n: number): boolean {
  const line = onLine(answer);
  const following = line.slice(line.indexOf(text) + text.length).trimStart();
  return following.startsWith(`[${n}]`);
}

function onLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
