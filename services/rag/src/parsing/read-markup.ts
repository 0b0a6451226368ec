import { type Handler, Parser, type ParserOptions } from 'htmlparser2';
import { ParseFailure } from './parse-failure.ts';

/** Each level costs the parser time for all levels above it. */
const maxDepth = 50_000;

/**
 * Streams HTML or XML through handlers. Tolerates invalid markup and builds no tree.
 * @throws ParseFailure `too_large` for elements within more than 50,000 others.
 */
export function readMarkup(
  text: string,
  handlers: Partial<Handler>,
  options: ParserOptions = {},
): void {
  let depth = 0;
  const counted: Partial<Handler> = {
    ...handlers,
    onopentag(...opened) {
      depth += 1;
      if (depth > maxDepth) {
        const message = `The file nests elements more than ${maxDepth} levels deep.`;
        throw new ParseFailure('too_large', message);
      }
      handlers.onopentag?.(...opened);
    },
    onclosetag(...closed) {
      depth -= 1;
      handlers.onclosetag?.(...closed);
    },
  };
  new Parser(counted, options).end(text);
}
