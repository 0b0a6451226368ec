import { posix } from 'node:path';
import type { Document, DocumentText, SaveEvaluationQuestion } from '@lectern/contracts';
import type { Connection } from '../connection/connection.ts';
import type { FileQuestion } from './question-file.ts';

type Answers = SaveEvaluationQuestion['answers'];

/** Finds the passages of a suite's documents that a file of questions names. */
export class AnswerFinder {
  readonly #connection: Connection;
  readonly #collectionId: string | undefined;
  readonly #documents = new Map<string, Promise<readonly Document[]>>();
  readonly #texts = new Map<string, Promise<DocumentText>>();

  constructor(connection: Connection, collectionId: string | undefined) {
    this.#connection = connection;
    this.#collectionId = collectionId;
  }

  /** Returns whole documents where neither a page nor an answer's text is found in them. */
  async find({ file, pages, answers }: FileQuestion): Promise<Answers> {
    if (file === undefined) return [];
    const found: Answers = [];
    for (const { id } of await this.#findDocuments(file)) {
      const text = pages.length + answers.length > 0 ? await this.#readText(id) : { pages: [] };
      const passages = pages.length > 0 ? findPages(text, pages) : findTexts(text, answers);
      if (passages.length === 0) found.push({ document_id: id });
      for (const passage of passages) found.push({ document_id: id, ...passage });
    }
    return found;
  }

  #findDocuments(file: string): Promise<readonly Document[]> {
    const known = this.#documents.get(file);
    if (known) return known;
    const base = posix.basename(file);
    const searching = this.#connection
      .call('listDocuments', {
        query: {
          query: base.slice(0, 200),
          limit: 500,
          ...(this.#collectionId && { collection_id: this.#collectionId }),
        },
      })
      .then(({ documents }) =>
        documents.filter(({ file_name, external_id, title }) =>
          [file_name, external_id, title].some((name) => name === file || name === base),
        ),
      );
    this.#documents.set(file, searching);
    return searching;
  }

  #readText(id: string): Promise<DocumentText> {
    const known = this.#texts.get(id);
    if (known) return known;
    const reading = this.#connection.call('getDocumentText', { params: { id } });
    this.#texts.set(id, reading);
    return reading;
  }
}

/** Offsets are code points of the document's text. */
interface Passage {
  readonly start: number;
  readonly end: number;
}

const countPoints = (text: string) => [...text].length;

function findPages({ pages }: DocumentText, wanted: readonly number[]): Passage[] {
  return pages
    .filter(({ page, text }) => page !== null && wanted.includes(page) && text !== '')
    .map(({ text, start }) => ({ start, end: start + countPoints(text) }));
}

function findTexts({ pages }: DocumentText, wanted: readonly string[]): Passage[] {
  return pages.flatMap(({ text, start }) =>
    wanted.flatMap((answer) => {
      const at = text.indexOf(answer);
      if (at === -1) return [];
      const from = start + countPoints(text.slice(0, at));
      return [{ start: from, end: from + countPoints(answer) }];
    }),
  );
}
