import { matchTerm } from './match-term.ts';
import type { LiteratureRecords, RecordedRecord } from './records.ts';

/** An answer's type and text. */
export interface RecordedText {
  readonly type: string;
  readonly text: string;
}

const json = 'application/json; charset=UTF-8';
const xml = 'text/xml; charset=UTF-8';
const lastOffset = 9_998;

/** Answers one call of E-utilities; undefined for one that is not known here. */
export function answerEutils(
  records: LiteratureRecords,
  call: string,
  parameters: URLSearchParams,
): RecordedText | undefined {
  if (call === 'esearch') return { type: json, text: search(records, parameters) };
  if (call === 'espell') return { type: xml, text: spell(records, parameters) };
  const ids = (parameters.get('id') ?? '').split(',').filter(Boolean);
  if (call === 'esummary') return { type: xml, text: summarise(records, ids) };
  if (call !== 'efetch') return undefined;
  const text =
    parameters.get('db') === 'pmc'
      ? wrap(
          'pmc-articleset',
          ids.flatMap((id) => records.fullTexts.get(id) ?? []),
        )
      : wrap(
          'PubmedArticleSet',
          ids.flatMap((id) => records.publications.get(id)?.raw ?? []),
        );
  return { type: xml, text };
}

function wrap(root: string, parts: readonly string[]): string {
  return `<?xml version="1.0" ?>\n<${root}>${parts.join('')}</${root}>`;
}

function search(records: LiteratureRecords, parameters: URLSearchParams): string {
  const start = Number(parameters.get('retstart') ?? 0);
  if (start > lastOffset) {
    return `{"header":{"type":"esearch","version":"0.3"},"esearchresult":{"ERROR":"Search Backend failed: Exception:\n'retstart' cannot be larger than ${lastOffset}."}}`;
  }
  const term = parameters.get('term') ?? '';
  const from = toDate(parameters.get('mindate'));
  const to = toDate(parameters.get('maxdate'));
  const found = [...records.publications.values()].filter(
    (record) =>
      matchTerm(record, term) &&
      (!from || endOf(record.date) >= from) &&
      (!to || record.date <= endOf(to)),
  );
  sort(found, parameters.get('sort') ?? '', term);
  const page = found.slice(start, start + Number(parameters.get('retmax') ?? 20));
  return JSON.stringify({
    header: { type: 'esearch', version: '0.3' },
    esearchresult: {
      count: String(found.length),
      retmax: String(page.length),
      retstart: String(start),
      idlist: page.map(({ id }) => id),
      translationset: [],
      querytranslation: term,
      ...(found.length === 0 && { warninglist: { outputmessages: ['No items found.'] } }),
    },
  });
}

function sort(found: RecordedRecord[], order: string, term: string): void {
  if (order === 'pub_date') found.sort((a, b) => (a.date < b.date ? 1 : -1));
  else {
    const words = (term.toLowerCase().match(/[\p{L}\p{N}-]{3,}/gu) ?? []).filter(
      (word) => word !== 'and',
    );
    const score = ({ words: text }: RecordedRecord) =>
      words.reduce((sum, word) => sum + text.split(word).length - 1, 0) / Math.sqrt(text.length);
    found.sort((a, b) => score(b) - score(a) || (a.id < b.id ? -1 : 1));
  }
}

function toDate(slashed: string | null): string {
  return (slashed ?? '').replaceAll('/', '-');
}

/** The last day that a partial date may mean. */
function endOf(date: string): string {
  return `${date}-12-31`.slice(0, 10).padEnd(10, '9');
}

function summarise(records: LiteratureRecords, ids: readonly string[]): string {
  const summaries = ids.flatMap((id) => {
    const record = records.publications.get(id);
    if (!record) return [];
    const text = (pattern: RegExp) =>
      pattern.exec(record.raw)?.[1]?.replaceAll(/<[^>]*>/g, '') ?? '';
    const item = (name: string, value: string) =>
      `<Item Name="${name}" Type="String">${value}</Item>`;
    const authors = [
      ...record.raw.matchAll(
        /<Author [^>]*>\s*<LastName>([^<]*)<\/LastName>[\s\S]*?<Initials>([^<]*)</g,
      ),
    ];
    return [
      `<DocSum><Id>${id}</Id>`,
      item('PubDate', text(/<PubDate>([\s\S]*?)<\/PubDate>/).replaceAll(/\s+/g, ' ')),
      item('Source', text(/<ISOAbbreviation>([^<]*)</)),
      `<Item Name="AuthorList" Type="List">${authors.map(([, last, initials]) => item('Author', `${last} ${initials}`)).join('')}</Item>`,
      item('Title', text(/<ArticleTitle[^>]*>([\s\S]*?)<\/ArticleTitle>/)),
      item('FullJournalName', text(/<Title>([^<]*)</)),
      item('DOI', text(/<ArticleId IdType="doi">([^<]*)</)),
      '</DocSum>',
    ];
  });
  return `<?xml version="1.0" encoding="UTF-8" ?>\n<eSummaryResult>${summaries.join('')}</eSummaryResult>`;
}

/** Answers like `espell`: in lower case, and empty if no word is corrected. */
function spell({ spellings }: LiteratureRecords, parameters: URLSearchParams): string {
  const term = parameters.get('term') ?? '';
  const words = term.toLowerCase().split(/\s+/);
  const better = words.map((word) => spellings.get(word) ?? word);
  const corrected = better.join(' ') === words.join(' ') ? '' : better.join(' ');
  return `<?xml version="1.0"?>\n<eSpellResult><Database>pubmed</Database><Query>${escapeXml(term)}</Query><CorrectedQuery>${escapeXml(corrected)}</CorrectedQuery><ERROR/></eSpellResult>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
