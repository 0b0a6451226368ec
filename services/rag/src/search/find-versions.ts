import type { Metadata } from '@lectern/contracts';
import { months, namedDate, year } from './find-dates.ts';
import { foldCase } from './plain-words.ts';

/**
 * A date, a month, a year or a quarter, a number in several parts, or a version or revision:
 * `12.03.2024`, `2024-03`, `20240312`, `March 2024`, `Q1 2024`, `3.1`, `v2`, `rev. B`.
 */
const mark = new RegExp(
  `(?<![\\p{L}\\p{N}.-])(?:${[
    '(?:v|ver|version|rev|revision)\\.?[ _-]?\\d+(?:\\.\\d+)*',
    'rev(?:ision|\\.)?[ _-]?(?<letter>\\p{L})',
    namedDate,
    `(?<backwards>\\d{1,2}[./](?:\\d{1,2}[./])?${year}|q[1-4][ /-]?${year})`,
    `${year}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])`,
    `${year}(?:[-./_]\\d{1,2}){0,2}(?:[ /-]?q[1-4])?`,
    '\\d+(?:\\.\\d+)+',
  ].join('|')})(?![\\p{L}\\p{N}]|[.-]\\p{N})`,
  'gu',
);
const anyYear = new RegExp(`(?<!\\d)${year}(?!\\d)`, 'g');
const anyYearAlone = new RegExp(`^${year}$`);
const anySeparators = /[\p{P}\p{S}\p{Z}_]+/gu;

/** Name of a document that may have other versions. */
export interface VersionName {
  /** Equal for all versions: the name without its marks. */
  readonly name: string;
  /** The marks as they are written. */
  readonly marks: readonly string[];
  /** Numbers of the marks in order; a later version has a higher first difference. */
  readonly numbers: readonly number[];
}

/** Parses a name with a date or version in it; undefined for another name. */
export function readVersionName(text: string): VersionName | undefined {
  const folded = foldCase(text);
  const found = [...folded.matchAll(mark)];
  const name = folded.replace(mark, ' ').replace(anySeparators, ' ').trim();
  if (found.length === 0 || name === '') return undefined;
  const numbers = found.flatMap(readNumbers);
  return { name, marks: found.map(([each]) => each), numbers };
}

function readNumbers({ 0: found, groups = {} }: RegExpExecArray): number[] {
  if (groups.letter) return [groups.letter.codePointAt(0) ?? 0];
  if (groups.month) {
    const day = groups.day ?? groups.dayBehind ?? 0;
    return [groups.year, months.get(groups.month), day].map(Number);
  }
  const parts = /^\d{8}$/.test(found)
    ? [found.slice(0, 4), found.slice(4, 6), found.slice(6)]
    : (found.match(/\d+/g) ?? []);
  return (groups.backwards ? parts.toReversed() : parts).map(Number);
}

/** Returns true if a folded question names a mark of one of the versions, or its year alone. */
export function isNamedIn(asked: string, versions: readonly VersionName[]): boolean {
  if (versions.some(({ marks }) => marks.some((one) => asked.includes(one)))) return true;
  const asNumbers = (numbers: readonly number[]) =>
    `${numbers.join('.').replace(/(?:\.0)+$/, '')}.`;
  // The same mark written otherwise: `revision 2` and `rev 2`, `March 2022` and `03/2022`.
  const named = [...asked.matchAll(mark)].map(readNumbers).filter(([first, ...rest]) => {
    return rest.length > 0 || !anyYearAlone.test(String(first));
  });
  const isNamed = ({ numbers }: VersionName) =>
    named.some((each) => asNumbers(numbers).startsWith(asNumbers(each)));
  if (versions.some(isNamed)) return true;
  const years = versions.map(({ marks }) =>
    marks.flatMap((one) => one.match(anyYear) ?? []).join(),
  );
  const isTelling = new Set(years).size > 1;
  return isTelling && (asked.match(anyYear) ?? []).some((each) => years.join().includes(each));
}

/** Returns a positive number if the first version is newer, a negative one if it is older. */
export function compareVersions(a: VersionName, b: VersionName): number {
  const length = Math.max(a.numbers.length, b.numbers.length);
  for (let at = 0; at < length; at += 1) {
    const difference = (a.numbers[at] ?? 0) - (b.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

export interface NamedDocument {
  readonly document_id: string;
  readonly title: string;
  readonly file_name: string | null;
  readonly external_id: string | null;
  readonly url: string | null;
  readonly metadata: Metadata;
}

const olderKeys = ['replaces', 'supersedes'];
const newerKeys = ['replaced_by', 'superseded_by'];

/** Returns true if a document's metadata names one that it replaces or is replaced by. */
export function namesAnother({ metadata }: Pick<NamedDocument, 'metadata'>): boolean {
  return [...olderKeys, ...newerKeys].some((key) => key in metadata);
}

/** Returns true if the metadata of one of the documents says that the first is the newer one. */
export function isNamedAsNewer(newer: NamedDocument, older: NamedDocument): boolean {
  const names = (document: NamedDocument, keys: readonly string[]) =>
    keys.flatMap((key) => document.metadata[key] ?? []).map((value) => foldCase(String(value)));
  const isOf = (document: NamedDocument, wanted: readonly string[]) => {
    const { document_id, title, file_name, external_id, url } = document;
    const own = [document_id, title, file_name, external_id, url];
    return own.some((each) => each !== null && wanted.includes(foldCase(each)));
  };
  return isOf(older, names(newer, olderKeys)) || isOf(newer, names(older, newerKeys));
}
