import { access, appendFile, readFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { findCollection } from '../../collections/resolve-collection.ts';
import type { CommandContext } from '../../command-context.ts';
import { CommandError } from '../../command-error.ts';
import { parseLimit } from '../../parse-count.ts';
import { readQuestions } from '../questions.ts';
import { listSettings, type SettingFlags } from '../settings.ts';
import { type JudgedPassage, readJudgedFile, writeJudgedLine } from './judged-file.ts';
import { poolPassages } from './pool-passages.ts';

interface PoolFlags extends SettingFlags {
  readonly collection?: string;
  readonly depth: number;
  readonly output: string;
}

/** `lectern evaluate pool`: what several settings find, in a file for people to judge. */
export function addPoolCommand(evaluate: Command, context: CommandContext): void {
  evaluate
    .command('pool')
    .description('write what the modes find first into a file, for people to judge')
    .argument('<file>', 'JSON lines: question')
    .requiredOption(
      '-o, --output <file>',
      'file to write; one that is there keeps its lines and gets the passages that it lacks',
    )
    .option('--depth <count>', 'passages of each mode', parseDepth, 10)
    .option('-c, --collection <path>', 'where the documents are, such as Team/Handbook')
    .action(async (file: string, _: PoolFlags, command: Command) => {
      const flags = command.optsWithGlobals<PoolFlags>();
      const { questions } = await readQuestions(file, { isJudged: false });
      const known = await readKnown(flags.output);
      const connection = await context.connect();
      const collection = flags.collection && (await findCollection(connection, flags.collection));
      const pool = { questions: [...new Set(questions.map(({ question }) => question))], known };
      const added = await poolPassages(connection, pool, {
        terminal: context.terminal,
        settings: listSettings(flags),
        concurrency: flags.concurrency,
        collectionId: collection ? collection.id : undefined,
        depth: flags.depth,
      });
      await append(flags.output, added);
      const unjudged = [...known, ...added].filter(({ judgement }) => judgement === null).length;
      context.terminal.note(
        `${added.length} passages of ${pool.questions.length} questions added to ${flags.output}; ${unjudged} in it are not judged.`,
      );
    });
}

/** More than the API gives at once, nobody judges. */
const maxDepth = 100;

function parseDepth(value: string): number {
  const depth = parseLimit(value);
  if (depth <= maxDepth) return depth;
  throw new InvalidArgumentError(`It must be a number from 1 to ${maxDepth}.`);
}

async function readKnown(file: string): Promise<JudgedPassage[]> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  return isThere ? readJudgedFile(file) : [];
}

/** Also behind a last line that an editor has left without an end. */
async function append(file: string, passages: readonly JudgedPassage[]): Promise<void> {
  const before = await readFile(file, 'utf8').catch(() => '');
  const end = before === '' || before.endsWith('\n') ? '' : '\n';
  try {
    await appendFile(file, end + passages.map(writeJudgedLine).join(''));
  } catch (cause) {
    throw new CommandError(`${file} cannot be written: ${(cause as Error).message}`, { cause });
  }
}
