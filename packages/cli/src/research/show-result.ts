import type { ResearchResponse, ResearchTables } from '@lectern/contracts';
import type { Terminal } from '../terminal/terminal.ts';
import { findCited } from './find-cited.ts';
import { formatTable } from './format-table.ts';

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
  for (const [title, lines] of listTables(tables)) {
    if (lines.length > 0) terminal.print(['', title, ...lines].join('\n'));
  }
  if (citations.length > 0) terminal.print('\nSources');
  for (const { n, title, page, url, quote, supported } of citations) {
    const place = [title, page !== null && `page ${page}`, url].filter(Boolean).join(', ');
    terminal.print(`[${n}] ${place}${supported ? '' : ' (not found in the source)'}`);
    if (quote) terminal.print(`    "${findCited(quote, answer, n)}"`);
  }
  for (const { text, reason } of removed) terminal.note(`Removed (${reason}): ${text}`);
  for (const { message } of warnings) terminal.note(`Note: ${message}`);
  if (partial) terminal.note(`What is missing comes with: lectern research resume ${id}`);
  terminal.note(`Run ${id}`);
}

function listTables(tables: ResearchTables): [string, string[]][] {
  const { trials, publications, documents, disagreements } = tables;
  return [
    [
      'Trials',
      formatTable(
        ['', 'NCT', 'Title', 'Status', 'Phases', 'People', 'Start', 'Publications'],
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
      'Publications',
      formatTable(
        ['', 'PMID', 'Title', 'Journal', 'Date', 'Trials'],
        publications.map((row) => [
          row.n,
          row.pmid,
          `${row.retracted ? 'RETRACTED: ' : ''}${cut(row.title, 60)}`,
          cut(row.journal ?? '', 30),
          row.date,
          row.nct_ids.join(', '),
        ]),
      ),
    ],
    [
      'Own documents',
      formatTable(
        ['', 'Title', 'Page', 'Text'],
        documents.map((row) => [row.n, cut(row.title, 40), row.page, cut(row.text, 70)]),
      ),
    ],
    [
      'Disagreements',
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
