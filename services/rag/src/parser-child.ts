/** Entry of a parser process: one job after the other, until the pool releases it. */
import { chunkDocument } from './chunking/chunk-document.ts';
import type { ParserAnswer, ParserJob, ReadPicture } from './parser-pool/parser-messages.ts';
import { ParseFailure } from './parsing/parse-failure.ts';
import { parseFile } from './parsing/parse-file.ts';
import type { RecogniseText } from './parsing/recognition/recognise-text.ts';

/** Pictures whose text is pending, one at a time. */
const pictures: ((answer: ReadPicture) => void)[] = [];

// A promise that a library leaves behind for one file must not end the next file.
process.on('unhandledRejection', () => undefined);
process.on('disconnect', () => process.exit(0));
process.on('message', async (message: ParserJob | ReadPicture) => {
  if ('picture' in message) return pictures.shift()?.(message);
  send(await run(message));
});
send({ ready: true });

function send(answer: ParserAnswer): void {
  process.send?.(answer);
}

/** The text is recognised outside: this process cannot start programs. */
const recognise: RecogniseText = async (picture, timeoutMs) => {
  const answered = new Promise<ReadPicture>((resolve) => pictures.push(resolve));
  send({ picture, timeoutMs });
  const { picture: text } = await answered;
  if (text === undefined) throw new Error('The picture could not be read.');
  return text;
};

const readers: Readonly<Record<ParserJob['pictures'], RecogniseText | undefined>> = {
  read: recognise,
  deferred: async () => {
    throw new ParseFailure('time_limit', 'Reading pictures takes more time than is allowed here.');
  },
  skipped: undefined,
};

async function run({ request, pictures: use, limits, chunking }: ParserJob): Promise<ParserAnswer> {
  try {
    const document = await parseFile({ ...request, recognise: readers[use] }, limits);
    if (!chunking) return { result: { document, chunks: [] } };
    const chunks = chunkDocument(document, chunking);
    // Tables alone are stored; a file of millions of short blocks would fill the other process.
    const blocks = document.blocks.filter(({ table }) => table);
    return { result: { document: { ...document, blocks }, chunks } };
  } catch (error) {
    if (error instanceof ParseFailure) {
      const { code, message, cause } = error;
      return { failure: { code, message, cause: cause === undefined ? undefined : String(cause) } };
    }
    const cause = error instanceof Error ? error.stack : String(error);
    return { failure: { code: 'internal', message: 'The document could not be read.', cause } };
  }
}
