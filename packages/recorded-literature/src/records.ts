import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A record as it was recorded, and the words by which it is found. */
export interface RecordedRecord {
  readonly id: string;
  readonly raw: string;
  /** Lower case, without markup. */
  readonly words: string;
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; empty where there is none. */
  readonly date: string;
}

// biome-ignore lint/suspicious/noExplicitAny: a study is handed on as it is, whatever it holds
export type RecordedStudy = Readonly<Record<string, any>>;

export interface LiteratureRecords {
  readonly publications: Map<string, RecordedRecord>;
  /** By the number without `PMC`. */
  readonly fullTexts: ReadonlyMap<string, string>;
  readonly studies: Map<string, RecordedStudy>;
  /** Misspelt words in lower case, with what `espell` would write. */
  readonly spellings: ReadonlyMap<string, string>;
}

const ownFolder = fileURLToPath(new URL('../__fixtures__', import.meta.url));

/**
 * Reads the records of this package, which are made up, and those of a folder of recorded answers
 * with its subfolders, where there is one.
 */
export function loadRecords(folder?: string): LiteratureRecords {
  const publications = new Map<string, RecordedRecord>();
  const fullTexts = new Map<string, string>();
  const studies = new Map<string, RecordedStudy>();
  const spellings = new Map<string, string>();
  for (const file of [...listFiles(ownFolder), ...(folder ? listFiles(folder) : [])]) {
    const text = readFileSync(file, 'utf8');
    if (file.endsWith('.xml')) {
      for (const record of readPublications(text)) publications.set(record.id, record);
      for (const article of text.match(/<article[ >][\s\S]*?<\/article>/g) ?? []) {
        const id = /pub-id-type="pmc(?:id)?">(?:PMC)?(\d+)</.exec(article)?.[1];
        if (id && text.includes('<pmc-articleset>')) fullTexts.set(id, article);
      }
      const [, written, better] =
        /<Query>([^<\s]+)<\/Query>\s*<CorrectedQuery>([^<]+)</.exec(text) ?? [];
      if (written && better) spellings.set(written.toLowerCase(), better);
    }
    if (file.endsWith('.json') && /^\s*\{\s*"studies"/.test(text)) {
      for (const study of (JSON.parse(text) as { studies: RecordedStudy[] }).studies) {
        studies.set(study.protocolSection.identificationModule.nctId, study);
      }
    }
    if (file.endsWith('.json') && /^\s*\{\s*"spellings"/.test(text)) {
      const table = (JSON.parse(text) as { spellings: Record<string, string> }).spellings;
      for (const [written, better] of Object.entries(table)) spellings.set(written, better);
    }
  }
  return { publications, fullTexts, studies, spellings };
}

/** @throws Error where there is no such record, or it does not hold the text. */
export function changeRecord(
  { publications, studies }: LiteratureRecords,
  id: string,
  { before, after }: { readonly before: string; readonly after: string },
): void {
  const raw = publications.get(id)?.raw ?? JSON.stringify(studies.get(id) ?? {});
  if (!raw.includes(before)) throw new Error(`the record ${id} does not hold "${before}"`);
  const changed = raw.replaceAll(before, after);
  if (studies.has(id)) studies.set(id, JSON.parse(changed));
  for (const record of publications.has(id) ? readPublications(changed) : []) {
    publications.set(id, record);
  }
}

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function readPublications(text: string): RecordedRecord[] {
  const found = text.match(/<Pubmed(Book)?Article>[\s\S]*?<\/Pubmed\1Article>/g) ?? [];
  return found.map((raw) => ({
    id: /<PMID[^>]*>(\d+)</.exec(raw)?.[1] ?? '',
    raw,
    words: toWords(withoutReferences(raw)),
    date: readDate(/<PubDate>([\s\S]*?)<\/PubDate>/.exec(raw)?.[1] ?? ''),
  }));
}

function withoutReferences(raw: string): string {
  return raw
    .replaceAll(/<ReferenceList>[\s\S]*<\/ReferenceList>/g, '')
    .replaceAll(/<CommentsCorrectionsList>[\s\S]*?<\/CommentsCorrectionsList>/g, '');
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function readDate(pubDate: string): string {
  const year = /<Year>(\d{4})/.exec(pubDate)?.[1] ?? /(\d{4})/.exec(pubDate)?.[1] ?? '';
  const name = /<Month>(\w+)/.exec(pubDate)?.[1]?.toLowerCase() ?? '';
  const month = /^\d+$/.test(name) ? Number(name) : months.indexOf(name.slice(0, 3)) + 1;
  return month > 0 ? `${year}-${String(month).padStart(2, '0')}` : year;
}

export function toWords(text: string): string {
  return text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .toLowerCase();
}
