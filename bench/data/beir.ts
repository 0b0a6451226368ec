import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Judgements } from '@lectern/evaluation';
import { z } from 'zod';

export interface BeirDocument {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface BeirQuery {
  readonly id: string;
  readonly text: string;
  readonly judgements: Judgements;
}

/** A retrieval test collection in BEIR's form. */
export interface BeirSet {
  readonly documents: readonly BeirDocument[];
  /** Only queries with a relevant document. */
  readonly queries: readonly BeirQuery[];
}

/** The folder is not in BEIR's form; the message names file and line. */
export class BeirError extends Error {
  override readonly name = 'BeirError';
}

const documentSchema = z.object({
  _id: z.string().min(1),
  title: z.string().default(''),
  text: z.string(),
});
const querySchema = z.object({ _id: z.string().min(1), text: z.string() });

/**
 * Reads `corpus.jsonl`, `queries.jsonl` and the judgements from a folder: BEIR's own
 * `qrels/test.tsv`, or `qrels.tsv`, or a TREC file `qrels.txt`; or `qrels`, where it is named.
 * @throws BeirError
 */
export async function readBeir(folder: string, qrels?: string): Promise<BeirSet> {
  const documents = await readJsonLines(join(folder, 'corpus.jsonl'), documentSchema);
  const queries = await readJsonLines(join(folder, 'queries.jsonl'), querySchema);
  const judgements = await readJudgements(qrels ?? (await findJudgements(folder)));
  return {
    documents: documents.map(({ _id, title, text }) => ({ id: _id, title, text })),
    queries: queries.flatMap(({ _id, text }) => {
      const ofQuery = judgements.get(_id);
      const isJudged = ofQuery && [...ofQuery.values()].some((grade) => grade > 0);
      return isJudged ? [{ id: _id, text, judgements: ofQuery }] : [];
    }),
  };
}

async function readJsonLines<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): Promise<z.output<Schema>[]> {
  const entries: z.output<Schema>[] = [];
  for await (const { line, number } of readLines(file)) {
    entries.push(parseLine(line, schema, `${file}, line ${number}`));
  }
  return entries;
}

function parseLine<Schema extends z.ZodType>(
  line: string,
  schema: Schema,
  place: string,
): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(line));
  } catch (error) {
    throw new BeirError(`${place}: not the expected JSON`, { cause: error });
  }
}

const judgementFiles = ['qrels/test.tsv', 'qrels.tsv', 'qrels.txt', 'qrels/test.txt'];

async function findJudgements(folder: string): Promise<string> {
  for (const name of judgementFiles) {
    const file = join(folder, name);
    if (await isReadable(file)) return file;
  }
  throw new BeirError(`${folder} holds no judgements: ${judgementFiles.join(', ')}`);
}

async function isReadable(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/**
 * A line is query, document and grade with tabs between them (BEIR, with a header), or query,
 * iteration, document and grade with any blanks (TREC).
 */
function splitJudgement(line: string): [query: string, document: string, grade: string] {
  const byTab = line.split('\t');
  if (byTab.length === 3) return [byTab[0] ?? '', byTab[1] ?? '', byTab[2] ?? ''];
  const [query = '', , document = '', grade = '', ...more] = line.trim().split(/\s+/);
  return more.length > 0 ? ['', '', ''] : [query, document, grade];
}

async function readJudgements(file: string): Promise<Map<string, Map<string, number>>> {
  const judgements = new Map<string, Map<string, number>>();
  for await (const { line, number } of readLines(file)) {
    const [query, document, grade] = splitJudgement(line);
    if (number === 1 && grade.trim() === 'score') continue;
    const value = Number(grade);
    if (!query || !document || grade.trim() === '' || !Number.isFinite(value)) {
      throw new BeirError(`${file}, line ${number}: not query, document and grade`);
    }
    const ofQuery = judgements.get(query) ?? new Map<string, number>();
    judgements.set(query, ofQuery.set(document, value));
  }
  return judgements;
}

async function* readLines(file: string): AsyncGenerator<{ line: string; number: number }> {
  const lines = createInterface({
    input: createReadStream(file, 'utf8'),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  let number = 0;
  try {
    for await (const line of lines) {
      number += 1;
      if (line.trim() !== '') yield { line, number };
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new BeirError(`${file} is missing`, { cause: error });
  }
}
