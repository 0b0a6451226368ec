import { readFile } from 'node:fs/promises';
import { Tokenizer } from '@huggingface/tokenizers';

/** Token ids with their segments. */
export interface EncodedText {
  readonly ids: readonly number[];
  readonly segments: readonly number[];
}

export interface TextEncoder {
  /** Encodes one text, cut to the model's length. */
  encode(text: string): EncodedText;
  /**
   * Encodes a query and a passage as one input. The passage is cut, and the query where it takes
   * more than half.
   */
  encodePair(query: string, passage: string): EncodedText;
}

/** Maximum mean letters of a token in real text; more need not be read. */
const lettersPerToken = 16;

/**
 * Opens a tokenizer. Its library does not truncate, so inputs are assembled here: the tokens that
 * the model's template adds are learned from two short texts.
 */
export async function openTextEncoder(
  tokenizerFile: string,
  tokenizerConfigFile: string | undefined,
  maxTokens: number,
): Promise<TextEncoder> {
  const config = tokenizerConfigFile ? await readFile(tokenizerConfigFile, 'utf8') : '{}';
  const tokenizer = new Tokenizer(
    JSON.parse(await readFile(tokenizerFile, 'utf8')),
    JSON.parse(config),
  );
  const bare = (text: string): number[] =>
    tokenizer.encode(text.slice(0, maxTokens * lettersPerToken).toWellFormed(), {
      add_special_tokens: false,
    }).ids;
  const whole = (text: string, pair?: string) => {
    const { ids, token_type_ids } = tokenizer.encode(text, {
      ...(pair !== undefined && { text_pair: pair }),
      return_token_type_ids: true,
    });
    return ids.map((id: number, at: number): Token => ({ id, segment: token_type_ids[at] ?? 0 }));
  };
  const one = bare('a');
  const single = splitAround(whole('a'), one);
  const double = splitAround(whole('a', 'a'), one);
  const second = splitAround(double.after, one);

  const put = (tokens: readonly Token[]): EncodedText => ({
    ids: tokens.map(({ id }) => id),
    segments: tokens.map(({ segment }) => segment),
  });
  const ofSegment = (ids: readonly number[], segment: number): Token[] =>
    ids.map((id) => ({ id, segment }));

  return {
    encode(text) {
      const room = maxTokens - single.before.length - single.after.length;
      return put([
        ...single.before,
        ...ofSegment(bare(text).slice(0, room), single.segment),
        ...single.after,
      ]);
    },
    encodePair(query, passage) {
      const special = double.before.length + second.before.length + second.after.length;
      const queryIds = bare(query).slice(0, Math.floor((maxTokens - special) / 2));
      const passageIds = bare(passage).slice(0, maxTokens - special - queryIds.length);
      return put([
        ...double.before,
        ...ofSegment(queryIds, double.segment),
        ...second.before,
        ...ofSegment(passageIds, second.segment),
        ...second.after,
      ]);
    },
  };
}

interface Token {
  readonly id: number;
  readonly segment: number;
}

/** Returns the tokens before and after a text's own tokens. */
function splitAround(tokens: readonly Token[], own: readonly number[]) {
  const start = tokens.findIndex((_, at) =>
    own.every((id, offset) => tokens[at + offset]?.id === id),
  );
  if (start < 0 || own.length === 0)
    throw new Error('the tokenizer puts texts together in an unknown way');
  return {
    before: tokens.slice(0, start),
    segment: tokens[start]?.segment ?? 0,
    after: tokens.slice(start + own.length),
  };
}
