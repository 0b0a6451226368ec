import { readStatuses } from '../../frame/read-trial-filters.ts';
import type { RecordSource } from '../record-source.ts';
import { describeStatus } from '../words.ts';

/** Where a sentence is about a study: what it says of how the study stands. */
export function findWrongStatus(claim: string, cited: readonly RecordSource[]): string | undefined {
  if (!cited.some(({ kind }) => kind === 'trial')) return undefined;
  const known = cited.flatMap(({ passages: [{ text }] }) => [
    ...readStatuses(text.replaceAll('_', ' ')).values,
  ]);
  const wrong = readStatuses(claim).values.find((status) => !known.includes(status));
  return wrong && `status ${wrong.toLowerCase().replaceAll('_', ' ')}`;
}

/** A statement with the status that a study has in place of one that it denies rightly. */
export function tellStatus(
  statement: string,
  denied: readonly string[],
  cited: readonly RecordSource[],
): string {
  const own = cited.flatMap((source) =>
    source.kind === 'trial' ? [describeStatus(source.record.status, 'en')] : [],
  );
  return denied.reduce((said, words) => said.replace(words, own.join(' ')), statement);
}

/** A status that a sentence denies of a study that has it. */
export function findDeniedStatus(
  denied: readonly string[],
  cited: readonly RecordSource[],
): string | undefined {
  const own = cited.flatMap((source) => (source.kind === 'trial' ? [source.record.status] : []));
  const wrong = denied
    .flatMap((words) => readStatuses(words.replace(/^\S+\s+/, '')).values)
    .find((status) => own.includes(status));
  return wrong && `status not ${wrong.toLowerCase().replaceAll('_', ' ')}`;
}
