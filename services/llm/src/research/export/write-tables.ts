import { listStudies, type ResearchTables } from '@lectern/contracts';
import { plainLine } from '@lectern/contracts/plain-markdown';
import {
  type AnswerLanguage,
  describePhase,
  describeStatus,
  sentencesOf,
} from '../language/answer-language.ts';

const cell = (text: string | number | null) => plainLine(String(text ?? '')).replaceAll('|', '\\|');

/** A table in Markdown; nothing where it has no rows. */
export function markdownTable(
  heads: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  if (rows.length === 0) return '';
  const lines = [heads, heads.map(() => '---'), ...rows.map((row) => row.map(cell))];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/** Trials and publications as tables in Markdown, under headings in the language of the answer. */
export function writeTables(
  tables: Pick<ResearchTables, 'trials' | 'publications'>,
  language: AnswerLanguage,
): string {
  const sentences = sentencesOf(language).tables;
  // English tables have the registry's own codes.
  const status = (code: string) => (language === 'en' ? code : describeStatus(code, language));
  const phase = (code: string) => (language === 'en' ? code : describePhase(code, language));
  const sections = [
    [
      sentences.trials,
      markdownTable(
        sentences.trialHeads,
        tables.trials.map((row) => [
          row.n,
          row.nct_id,
          row.title,
          status(row.status),
          row.phases.map(phase).join(', '),
          row.sponsor,
          row.enrollment,
          row.start_date,
          row.publications.map(({ pmid }) => pmid).join(', '),
        ]),
      ),
    ],
    [
      sentences.publications,
      markdownTable(
        sentences.publicationHeads,
        tables.publications.map((row) => [
          row.n,
          row.pmid,
          row.title,
          row.journal,
          row.date,
          row.doi,
          listStudies(row).join(', '),
          row.retracted ? sentences.yes : '',
        ]),
      ),
    ],
  ] as const;
  return sections
    .filter(([, text]) => text !== '')
    .map(([title, text]) => `## ${title}\n\n${text}`)
    .join('\n\n');
}
