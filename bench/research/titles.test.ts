import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createAnalyzer } from '@lectern/retrieval/analysis';
import { splitSentences } from '@lectern/retrieval/text';
import { checkStatements } from '../../services/llm/src/research/synthesis/check-statements.ts';
import type { RecordSource } from '../../services/llm/src/research/synthesis/record-source.ts';
import { listRecordedSources } from './recorded-sources.ts';

/** With the recorded records where they are, else with those that the recorded server makes up. */
const sources = listRecordedSources(join(process.env.LECTERN_DATA ?? '../shared/data', 'bio'));
const analyzer = createAnalyzer();
const titled = sources.filter(({ passages: [{ title }] }) => title.split(/\s+/).length >= 4);

/** How writers call a record by its title. */
const forms: readonly ((title: string, source: RecordSource) => string)[] = [
  (title, source) => `"${title}" (${idOf(source)}) is one of them`,
  (title, source) => `- **${title}** (${idOf(source)}): a record`,
  (title) => `*${title}* is one of them`,
  (title) => `It is titled ${title}`,
  (title) => `Its title is "${title}"`,
  (title, source) => `${idOf(source)}, ${title}, is one of them`,
  (title) => `The study — ${title} — is one of them`,
  (title) => `Под названием «${title}»`,
];
/** In these a sentence may stand in the title's place. */
const openForms: typeof forms = [
  (title, source) => `${idOf(source)}: ${title}`,
  (title, source) => `${title} (${idOf(source)})`,
];

describe('titles in statements', () => {
  it('are kept where the record has them, also in large letters', () => {
    const told = titled.flatMap((source) =>
      [...forms, ...openForms].flatMap((form) => [
        state(form(titleOf(source), source), source),
        state(form(writeLarge(titleOf(source)), source), source),
      ]),
    );
    expect(told.length).toBeGreaterThan(100);
    expect(told.flatMap(listRemoved)).toEqual([]);
  });

  it('are taken out where they are those of another record', () => {
    const told = titled.flatMap((source, index) => {
      const other = titled[(index + 1) % titled.length] as RecordSource;
      return [...forms, ...openForms].map((form) => state(form(titleOf(other), source), source));
    });
    expect(told.filter((text) => listRemoved(text).length === 0)).toEqual([]);
  });

  it('are taken out where a word was put in place of another one', () => {
    const told = titled.flatMap((source) =>
      forms.map((form) => state(form(changeWord(titleOf(source)), source), source)),
    );
    expect(told.filter((text) => listRemoved(text).length === 0)).toEqual([]);
  });

  it('are not seen in what the records say in their own sentences', () => {
    const told = sources.flatMap((source) =>
      textsOf(source)
        .flatMap((text) => splitSentences(text))
        .map(({ text }) => state(text.replaceAll(/\[[^\]]*\]/g, ' '), source)),
    );
    expect(told.length).toBeGreaterThan(10);
    expect(told.flatMap(listRemoved).filter(({ reason }) => reason === 'title')).toEqual([]);
  });
});

function idOf(source: RecordSource): string {
  if (source.kind === 'publication') return `PMID ${source.record.pmid}`;
  return source.kind === 'trial' ? source.record.nct_id : '';
}

function titleOf({ passages: [{ title }] }: RecordSource): string {
  return title.replace(/\.$/, '');
}

function textsOf(source: RecordSource): readonly string[] {
  if (source.kind === 'publication') return source.record.abstract.map(({ text }) => text);
  return source.kind === 'trial' ? [source.record.brief_summary ?? ''] : [];
}

function writeLarge(title: string): string {
  return title.replaceAll(/(?<![\p{L}\p{N}'’])\p{Ll}(?=\p{L}{3})/gu, (letter) =>
    letter.toUpperCase(),
  );
}

/** The last long word but one, which no record holds then. */
function changeWord(title: string): string {
  const words = title.match(/\p{L}{5,}/gu) ?? [];
  return title.replace(words.at(-2) ?? words.at(-1) ?? title, 'Quokkas');
}

function state(text: string, { n }: RecordSource): string {
  return `${text} [${n}].`;
}

function listRemoved(text: string) {
  const facts = {
    analyzer,
    sources,
    counts: new Set<string>(),
    asked: new Set<string>(),
    question: '',
    isComposed: false,
  };
  return checkStatements(text, facts).removed;
}
