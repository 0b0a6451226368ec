import { describe, expect, it } from '@jest/globals';
import { publicationRowSchema, type ResearchResponse, trialRowSchema } from '@lectern/contracts';
import fc from 'fast-check';
import { exportRun } from './export-run.ts';

/** Signs and words by which one of the forms could be led astray. */
const words = [
  ...'{}\\@,;=+-"\'|<>[]()!#`*_&%$~^ \n\r\t\u0085\u2028\u0000a1',
  '\r\nER  - ',
  '\r\nTY  - JOUR',
  '@misc{evil,',
  '"\r\n=cmd|x',
  '\n# Title',
  '](javascript:a)',
];
const text = fc.array(fc.constantFrom(...words), { maxLength: 12 }).map((parts) => parts.join(''));

/** Every text of the records is a stranger's. */
const runs = fc
  .record({ a: text, b: text, c: text, d: text, e: text, f: text })
  .map(({ a, b, c, d, e, f }): ResearchResponse => {
    const publication = publicationRowSchema.parse({
      n: 1,
      pmid: f,
      title: a,
      authors: b,
      author_names: [c, d],
      journal: e,
      volume: f,
      issue: a,
      pages: b,
      date: c,
      doi: d,
      publication_types: [e],
      pmcid: a,
      nct_ids: [f],
      url: `https://pubmed.ncbi.nlm.nih.gov/${e}`,
      retracted: false,
    });
    const trial = trialRowSchema.parse({
      n: 2,
      nct_id: a,
      title: b,
      status: c,
      why_stopped: d,
      phases: [e],
      study_type: f,
      conditions: [a],
      interventions: [b],
      sponsor: c,
      start_date: d,
      completion_date: e,
      enrollment: 7,
      has_results: false,
      publications: [],
      url: `https://clinicaltrials.gov/study/${f}`,
    });
    return {
      query: 'Trials',
      answer: '',
      citations: [],
      tables: { publications: [publication], trials: [trial], documents: [], disagreements: [] },
    } as unknown as ResearchResponse;
  });

/** As BibTeX reads: braces are counted, escaped ones too. Gives the entries and what lies between. */
function readBibtex(bibtex: string) {
  const entries: string[] = [];
  let [between, depth, start] = ['', 0, 0];
  for (const [at, sign] of [...bibtex].entries()) {
    if (sign === '{') depth += 1;
    if (sign === '}') depth -= 1;
    if (sign === '@' && depth === 0) start = at;
    if (depth < 0) return { entries, between: 'a brace too many' };
    if (sign === '}' && depth === 0) entries.push([...bibtex].slice(start, at + 1).join(''));
    else if (depth === 0) between += sign;
  }
  return { entries, between: depth === 0 ? between : 'a brace too few' };
}

/** As RFC 4180 has it. */
function readCsv(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, bare = '', end] of csv.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g,
  )) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare);
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

describe('exports of records whose texts are hostile', () => {
  it('hold the entries of the records and no others in BibTeX', () => {
    fc.assert(
      fc.property(runs, (run) => {
        const { entries, between } = readBibtex(exportRun(run, 'bibtex').text);
        expect(entries).toHaveLength(2);
        expect(between.replaceAll(/@(article|misc)|\s/g, '')).toBe('');
        for (const entry of entries) expect(entry).toMatch(/^@(article|misc)\{[\w:.-]*,\n/);
      }),
      { numRuns: 500 },
    );
  });

  it('hold the entries of the records and no others in RIS', () => {
    fc.assert(
      fc.property(runs, (run) => {
        const lines = exportRun(run, 'ris').text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/);
        expect(lines.filter((line) => line.startsWith('ER  - '))).toHaveLength(2);
        expect(lines.filter((line) => line.startsWith('TY  - '))).toHaveLength(2);
        for (const line of lines) expect(line).toMatch(/^([A-Z][A-Z0-9] {2}- |$)/);
      }),
      { numRuns: 500 },
    );
  });

  it.each(['publications', 'trials'] as const)(
    'hold one row a record and no formula in CSV: %s',
    (table) => {
      fc.assert(
        fc.property(runs, (run) => {
          const rows = readCsv(exportRun(run, 'csv', table).text);
          expect(rows).toHaveLength(2);
          expect(rows[1]).toHaveLength(rows[0]?.length ?? 0);
          for (const cell of rows[1] ?? []) {
            for (const part of cell.split(/[;\t\r\n]/)) expect(part).not.toMatch(/^\s*[=+\-@]/);
          }
        }),
        { numRuns: 500 },
      );
    },
  );

  it('have the headings of the export alone in Markdown, and no address of a script', () => {
    fc.assert(
      fc.property(runs, (run) => {
        const markdown = exportRun(run, 'markdown').text;
        const headings = markdown.split('\n').filter((line) => /^ {0,3}#/.test(line));
        expect(headings.filter((line) => line.includes('Title'))).toEqual([]);
        expect(markdown).not.toMatch(/[^\\\]]\]\(javascript:/);
      }),
      { numRuns: 300 },
    );
  });
});
