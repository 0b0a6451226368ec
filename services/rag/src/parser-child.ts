/** Entry of a parser process: one job after the other, until the pool lets go of it. */
import { chunkDocument } from './chunking/chunk-document.ts';
import { ParseFailure } from './parsing/parse-failure.ts';
import { parseFile } from './parsing/parse-file.ts';
import type { ParserAnswer, ParserJob } from './reading/parser-messages.ts';

process.on('disconnect', () => process.exit(0));
process.on('message', async (job: ParserJob) => {
  const answer = await run(job);
  process.send?.(answer);
});
process.send?.({ ready: true } satisfies ParserAnswer);

async function run({ request, limits, chunking }: ParserJob): Promise<ParserAnswer> {
  try {
    const document = await parseFile(request, limits);
    return { result: { document, chunks: chunking ? chunkDocument(document, chunking) : [] } };
  } catch (error) {
    if (error instanceof ParseFailure) {
      const { code, message, cause } = error;
      return { failure: { code, message, cause: cause === undefined ? undefined : String(cause) } };
    }
    const cause = error instanceof Error ? error.stack : String(error);
    return { failure: { code: 'internal', message: 'The document could not be read.', cause } };
  }
}
