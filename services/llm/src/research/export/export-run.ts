import { type Sentences, sentencesFor } from '@lectern/answering';
import {
  type PublicationRow,
  type ResearchCitation,
  type ResearchExportFormat,
  type ResearchResponse,
  type ResearchTables,
  researchTableNameSchema,
  researchTablesSchema,
  type TrialRow,
} from '@lectern/contracts';
import { plainAnswer, plainLine, plainLink } from '@lectern/contracts/plain-markdown';
import { completePages } from '../../bibtex/complete-pages.ts';
import { listDocumentEntries, listRecordEntries } from '../../bibtex/record-entries.ts';
import { languageOf, sentencesOf } from '../language/answer-language.ts';
import { toCsv } from './to-csv.ts';
import { markdownTable, writeTables } from './write-tables.ts';

/** A file to download. */
export interface ExportedRun {
  readonly type: string;
  readonly extension: string;
  readonly text: string;
}

/** A run in a form for other programs. */
export function exportRun(
  run: ResearchResponse,
  format: ResearchExportFormat,
  table = findFilled(run.tables),
): ExportedRun {
  const { publications, trials } = run.tables;
  switch (format) {
    case 'csv':
      return {
        type: 'text/csv; charset=utf-8',
        extension: 'csv',
        text: toCsv(
          Object.keys(researchTablesSchema.shape[table].element.shape),
          run.tables[table],
        ),
      };
    case 'bibtex':
      return {
        type: 'application/x-bibtex; charset=utf-8',
        extension: 'bib',
        text: [
          ...listRecordEntries(run.tables).values(),
          ...listDocumentEntries(run.citations, run.query).values(),
        ].join('\n'),
      };
    case 'ris':
      return {
        type: 'application/x-research-info-systems; charset=utf-8',
        extension: 'ris',
        text: [
          ...publications.map(toRis),
          ...trials.map(trialToRis),
          ...listCitedDocuments(run).map(documentToRis),
        ].join('\r\n'),
      };
    case 'markdown':
      return { type: 'text/markdown; charset=utf-8', extension: 'md', text: toMarkdown(run) };
  }
}

function findFilled(tables: ResearchTables): keyof ResearchTables {
  return researchTableNameSchema.options.find((name) => tables[name].length > 0) ?? 'publications';
}

function risEntry(lines: readonly (readonly [string, string | null])[]): string {
  return lines
    .flatMap(([tag, value]) =>
      value === null ? [] : [`${tag}  - ${value.replaceAll(/[\s\p{Cc}]+/gu, ' ')}`],
    )
    .concat('ER  - ', '')
    .join('\r\n');
}

function toRis(row: PublicationRow): string {
  const authors = row.author_names.length > 0 ? row.author_names : [row.authors];
  const [first = null, last = null] = row.pages ? completePages(row.pages).split('-') : [];
  return risEntry([
    ['TY', 'JOUR'],
    ['TI', row.title],
    ...authors.map((author) => ['AU', author] as const),
    ['JO', row.journal],
    ['VL', row.volume],
    ['IS', row.issue],
    ['SP', first],
    ['EP', last],
    ['PY', row.date?.slice(0, 4) ?? null],
    ['DA', row.date?.replaceAll('-', '/') ?? null],
    ['DO', row.doi],
    ['AN', row.pmid],
    ['UR', row.url],
  ]);
}

function trialToRis(row: TrialRow): string {
  return risEntry([
    ['TY', 'DATA'],
    ['TI', row.title],
    ['AU', row.sponsor],
    ['PY', row.start_date?.slice(0, 4) ?? null],
    ['AN', row.nct_id],
    ['UR', row.url],
  ]);
}

/** Each cited document once, without those that may not be read now. */
function listCitedDocuments({ citations }: ResearchResponse): readonly ResearchCitation[] {
  const cited = citations.filter(({ kind, withheld }) => kind === 'document' && !withheld);
  return [...new Map(cited.map((one) => [one.document_id, one])).values()];
}

function documentToRis({ title, url }: ResearchCitation): string {
  return risEntry([
    ['TY', 'GEN'],
    ['TI', title],
    ['UR', url],
  ]);
}

function toSource(
  { n, title, url, quote, withheld }: ResearchCitation,
  sentences: Sentences,
): string {
  if (withheld) return `${n}. ${sentences.withheld[withheld]}`;
  const said = `"${plainLine(quote)}"`;
  return `${n}. ${plainLine(title)}${plainLink(url)}: ${said}`;
}

function toMarkdown({ query, answer, tables, citations }: ResearchResponse): string {
  const language = languageOf(query);
  const words = sentencesOf(language).tables;
  const sections = [
    [
      words.documents,
      markdownTable(
        words.documentHeads,
        tables.documents.map((row) => [row.n, row.title, row.page, row.text]),
      ),
    ],
    [
      words.disagreements,
      markdownTable(
        words.disagreementHeads,
        tables.disagreements.flatMap(({ about, statements }) =>
          statements.map(({ source, says }) => [about, source, says]),
        ),
      ),
    ],
    [
      words.sources,
      citations.map((citation) => toSource(citation, sentencesFor(query))).join('\n'),
    ],
  ] as const;
  const shown = sections
    .filter(([, text]) => text !== '')
    .map(([title, text]) => `## ${title}\n\n${text}`);
  const parts = [
    `# ${plainLine(query)}`,
    plainAnswer(answer),
    writeTables(tables, language),
    ...shown,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}
