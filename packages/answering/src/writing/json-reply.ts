import { z } from 'zod';

const replySchema = z.object({
  can_answer: z.boolean(),
  searches: z.array(z.string()).catch([]),
  answer: z.string().catch(''),
  quotes: z.array(z.object({ source: z.number(), quote: z.string() })).catch([]),
});
export type JsonReply = z.infer<typeof replySchema>;

/** An object or its beginning, which may stand in a block of code. */
const jsonStart = /^\s*(?:$|`{1,3}(?:j(?:s(?:on?)?)?)?\s*$|(?:```json)?\s*\{)/;
const decision = /(?<!\\)"can_answer"\s*:\s*true/;
const opening = /(?<!\\)"answer"\s*:\s*"/;
/** The complete characters of a JSON string. A high surrogate waits for the low one. */
const characters =
  /^(?:[^"\\]|\\["\\/bfnrt]|\\u(?!d[89ab])[\da-f]{4}|\\ud[89ab][\da-f]{2}\\u[\da-f]{4})*/i;
const whole = /\{[\s\S]*\}/;

/** Reads a streamed reply of the schema `answer`. A text that is no object passes as it is. */
export class JsonReplyStream {
  #json = '';
  #isPlain = false;
  #from: number | undefined;

  /** Adds a piece of the reply and returns the piece of the answer that it completes. */
  push(piece: string): string {
    if (this.#isPlain) return piece;
    this.#json += piece;
    if (!jsonStart.test(this.#json)) {
      this.#isPlain = true;
      return this.#json;
    }
    return this.#readAnswer();
  }

  /** Returns the whole reply; undefined for a text and for a reply that was cut. */
  end(): JsonReply | undefined {
    try {
      return replySchema.parse(JSON.parse(whole.exec(this.#json)?.[0] ?? ''));
    } catch {
      return undefined;
    }
  }

  #readAnswer(): string {
    if (this.#from === undefined) {
      const open = decision.test(this.#json) ? opening.exec(this.#json) : null;
      if (!open) return '';
      this.#from = open.index + open[0].length;
    }
    const [complete] = characters.exec(this.#json.slice(this.#from)) ?? [''];
    this.#from += complete.length;
    return JSON.parse(`"${complete.replaceAll(/[\n\r\t]/g, ' ')}"`) as string;
  }
}
