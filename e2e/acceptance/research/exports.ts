import type { AcceptanceCase } from '../define-cases.ts';
import { ask, found, joined } from './ask.ts';
import type { ResearchWorld } from './world.ts';

const formats = [
  ['csv&table=trials', /^text\/csv/, ['nct_id', 'NCT99000001', 'Invented Pharma AS', '418']],
  ['csv&table=publications', /^text\/csv/, ['pmid', '990000001', 'Ørsted', '2023-03-14']],
  [
    'bibtex',
    /bibtex/,
    ['author = {Ørsted, Åse and Müller, Jürgen K and {LUMI Study Group}}', '10.0000/jim.2023.1'],
  ],
  ['ris', /research-info-systems/, ['TY  - ', 'AU  - Ørsted, Åse', 'ER  - ']],
  ['markdown', /markdown/, ['NCT99000001', '990000001', '|']],
] as const;

/** Runs as files. */
export const exports: readonly AcceptanceCase<ResearchWorld>[] = [
  ...formats.map(
    ([format, type, parts]): AcceptanceCase<ResearchWorld> => ({
      name: `export as ${format}`,
      async ask({ api }) {
        const { run } = await ask(api, joined);
        const path = `/api/research/${run.checkpoint_id}/export?format=${format}`;
        const { status, headers, body } = await api.request('GET', path);
        const text = String(body);
        const holds =
          status === 200 &&
          type.test(headers.get('content-type') ?? '') &&
          (headers.get('content-disposition') ?? '').startsWith('attachment') &&
          parts.every((part) => text.includes(part));
        return found(`GET ${path}`, text, holds);
      },
    }),
  ),
  {
    name: 'an unknown format is refused by its name',
    async ask({ api }) {
      const { run } = await ask(api, joined);
      const path = `/api/research/${run.checkpoint_id}/export?format=docx`;
      const { status, body } = await api.request('GET', path);
      return found(`GET ${path}`, body, status === 400 && body.error.details.field === 'format');
    },
  },
  {
    name: 'a hostile title of a record neither is a formula nor breaks a file',
    async ask({ api, suite }) {
      const honest = 'Registry of Marlow Fever';
      const hostile = `=HYPERLINK("https://evil.example","x")|<script>alert(1)</script>\\n- [x](javascript:1) ${'`'}$`;
      suite.literature.changeRecord('NCT99000004', honest, hostile.replaceAll('"', '\\"'));
      const query = 'What became of NCT99000004?';
      const { run } = await ask(api, query, {
        fetch_policy: 'network_only',
        time_budget_ms: 60_000,
      });
      const read = async (format: string) => {
        const path = `/api/research/${run.checkpoint_id}/export?format=${format}`;
        return String((await api.request('GET', path)).body);
      };
      const [csv, markdown] = [await read('csv&table=trials'), await read('markdown')];
      suite.literature.changeRecord('NCT99000004', hostile.replaceAll('"', '\\"'), honest);
      const holds =
        !/(^|,)"?=/m.test(csv) &&
        !/(?<!\\)<script>/.test(markdown) &&
        !/\]\(javascript/.test(markdown);
      return found(`${query}, with a hostile title, exported`, `${csv}${markdown}`, holds);
    },
  },
];
