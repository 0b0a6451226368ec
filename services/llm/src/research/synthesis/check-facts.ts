import { findDates } from '../query/read-dates.ts';
import { readPhases, readStatuses } from '../query/read-trial-filters.ts';
import { UnreadText } from '../query/unread-text.ts';
import { identifier, listIdentifiers } from './identifiers.ts';

/** The cited quotes with the fields of the cited records. */
export interface Evidence {
  readonly text: string;
  readonly phases: readonly string[];
  /** Empty where no trial is cited: then the word for a status is an ordinary word. */
  readonly statuses: readonly string[];
}

/**
 * Returns the first address, identifier, date, phase, status or number of a statement that the
 * evidence lacks, as the reason for removing the statement.
 */
export function findUnheldFact(statement: string, evidence: Evidence): string | undefined {
  const address = statement
    .match(/\bhttps?:\/\/[^\s)\]>]*[\p{L}\p{N}/]/giu)
    ?.find((one) => !evidence.text.includes(one));
  if (address) return `address ${address}`;
  const held = new Set(listIdentifiers(evidence.text));
  const id = listIdentifiers(statement).find((one) => !held.has(one));
  if (id) return `identifier ${id}`;
  const rest = new UnreadText(statement.replaceAll(identifier, ' '));
  const heldDates = findDates(new UnreadText(evidence.text));
  const date = findDates(rest).find(
    (one) => !heldDates.some((other) => other === one || other.startsWith(`${one}-`)),
  );
  if (date) return `date ${date}`;
  const phase = readPhases(rest).find(
    (one) =>
      !evidence.phases.includes(one) && !readPhases(new UnreadText(evidence.text)).includes(one),
  );
  if (phase) return `phase ${phase}`;
  if (evidence.statuses.length > 0) {
    const known = [...evidence.statuses, ...readStatuses(new UnreadText(evidence.text))];
    const status = readStatuses(rest).find((one) => !known.includes(one));
    if (status) return `status ${status}`;
  }
  const heldNumbers = new Set(
    listNumbers(evidence.text).flatMap((one) => readNumber(one, evidence.text)),
  );
  const number = listNumbers(rest.text).find(
    (one) => !readNumber(one, statement).some((value) => heldNumbers.has(value)),
  );
  return number === undefined ? undefined : `number ${number}`;
}

function listNumbers(text: string): readonly string[] {
  return text.normalize('NFKC').match(/\d+(?:[.,'’ \u00a0\u202f]\d{3}(?!\d))*(?:[.,·]\d+)?/g) ?? [];
}

/** The values that a written number may have: separators differ between languages. */
function readNumber(written: string, text: string): readonly string[] {
  const compact = written.replaceAll(/['’ \u00a0\u202f]/g, '');
  const isEnglish = !/\p{Script=Cyrillic}/u.test(text);
  const groups = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(compact);
  const values = groups ? [compact.replaceAll(',', '')] : [];
  if (!groups || !isEnglish) values.push(compact.replace(',', '.').replace('·', '.'));
  // Without a separator between them, the groups are numbers of their own.
  if (/[ \u00a0\u202f]/.test(written)) values.push(...written.split(/[ \u00a0\u202f]/));
  return values.map((value) => (value.includes('.') ? value.replace(/\.?0+$/, '') : value));
}
