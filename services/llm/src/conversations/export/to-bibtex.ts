import type { Message, ResearchResponse } from '@lectern/contracts';
import { listDocumentEntries, listRecordEntries } from '../../bibtex/record-entries.ts';

/** Results of research, by the message that reports them. */
export type RunsByMessage = ReadonlyMap<string, ResearchResponse>;

/** Returns one entry per record of research and per cited document, in order of first mention. */
export function toBibtex(messages: readonly Message[], runs: RunsByMessage): string {
  const records = messages.flatMap(({ id }) => {
    const run = runs.get(id);
    return run ? [...listRecordEntries(run.tables)] : [];
  });
  const question = messages.find(({ role }) => role === 'user')?.content ?? '';
  const citations = messages.flatMap((message) => message.citations);
  const entries = new Map([...records, ...listDocumentEntries(citations, question)]);
  return [...entries.values()].join('\n');
}
