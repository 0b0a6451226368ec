import type { ResearchTables } from '@lectern/contracts';

const cell = (text: string | number | null) =>
  String(text ?? '')
    .replaceAll('|', '\\|')
    .replaceAll(/\s+/g, ' ');

/** A table in Markdown; nothing where it has no rows. */
export function markdownTable(
  heads: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  if (rows.length === 0) return '';
  const lines = [heads, heads.map(() => '---'), ...rows.map((row) => row.map(cell))];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/** Trials and publications as tables in Markdown, under headings. */
export function writeTables(tables: Pick<ResearchTables, 'trials' | 'publications'>): string {
  const sections = [
    [
      'Trials',
      markdownTable(
        [
          'n',
          'NCT',
          'Title',
          'Status',
          'Phases',
          'Sponsor',
          'Participants',
          'Start',
          'Publications',
        ],
        tables.trials.map((row) => [
          row.n,
          row.nct_id,
          row.title,
          row.status,
          row.phases.join(', '),
          row.sponsor,
          row.enrollment,
          row.start_date,
          row.publications.map(({ pmid }) => pmid).join(', '),
        ]),
      ),
    ],
    [
      'Publications',
      markdownTable(
        ['n', 'PMID', 'Title', 'Journal', 'Date', 'DOI', 'Trials', 'Retracted'],
        tables.publications.map((row) => [
          row.n,
          row.pmid,
          row.title,
          row.journal,
          row.date,
          row.doi,
          row.nct_ids.join(', '),
          row.retracted ? 'yes' : '',
        ]),
      ),
    ],
  ] as const;
  return sections
    .filter(([, text]) => text !== '')
    .map(([title, text]) => `## ${title}\n\n${text}`)
    .join('\n\n');
}
