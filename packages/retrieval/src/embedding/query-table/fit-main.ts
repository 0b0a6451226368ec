import { access, constants, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { findOnnxFiles, openOnnxEmbedder } from '../onnx-embedder.ts';
import { fitTableOfModel } from './fit-table-of-model.ts';
import { writeQueryTable } from './query-table.ts';

const usage = `npm run fit-query-table -- MODEL_FOLDER TABLE_FILE TEXT_FILE...

Fits a table that makes the vectors of queries in place of the model. The text files are plain text
or Markdown of the kind that is searched, paragraphs apart by blank lines; 20,000 sentences take
minutes. Then set EMBEDDING_QUERY_TABLE to the table's file.

  --query-prefix TEXT    as EMBEDDING_QUERY_PREFIX
  --passage-prefix TEXT  as EMBEDDING_PASSAGE_PREFIX
  --max-texts N          sentences and passages that the model is asked about (40000)`;

interface FitArguments {
  readonly model: string;
  readonly table: string;
  readonly textFiles: readonly string[];
  readonly queryPrefix: string | undefined;
  readonly passagePrefix: string | undefined;
  readonly maxTexts: number;
}

const parsed = parseArguments();
if (!parsed) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
} else {
  await fit(parsed).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
}

function parseArguments(): FitArguments | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        'query-prefix': { type: 'string' },
        'passage-prefix': { type: 'string' },
        'max-texts': { type: 'string', default: '40000' },
      },
    });
    const [model, table, ...textFiles] = positionals;
    const maxTexts = Number(values['max-texts']);
    if (!model || !table || textFiles.length === 0) return undefined;
    if (!Number.isInteger(maxTexts) || maxTexts < 1) return undefined;
    const { 'query-prefix': queryPrefix, 'passage-prefix': passagePrefix } = values;
    return { model, table, textFiles, queryPrefix, passagePrefix, maxTexts };
  } catch {
    return undefined;
  }
}

async function fit({
  model,
  table,
  textFiles,
  queryPrefix,
  passagePrefix,
  maxTexts,
}: FitArguments): Promise<void> {
  const options = {
    model,
    ...(queryPrefix !== undefined && { queryPrefix }),
    ...(passagePrefix !== undefined && { passagePrefix }),
  };
  // Before the minutes that the model takes.
  await access(dirname(table), constants.W_OK);
  const texts = await Promise.all(textFiles.map((file) => readFile(file, 'utf8')));
  const embedder = await openOnnxEmbedder(options);
  try {
    const files = await findOnnxFiles(options);
    const say = (line: string) => void process.stdout.write(`${line}\n`);
    await writeQueryTable(
      table,
      await fitTableOfModel({ embedder, files, texts, maxTexts }, { say }),
    );
    say(`written: ${table}`);
  } finally {
    await embedder.close();
  }
}
