import type { Exchange } from '../passage.ts';
import { shorten } from '../text/shorten.ts';

/** What the search takes at most. */
const longestQuery = 2_000;
const longestEarlier = 300;
const fewWords = 3;

/** Words that point back at something said before. */
const pointsBack =
  /(?<!\p{L})(?:it|its|they|them|their|theirs|he|him|his|she|her|this|these|those|former|latter|он|она|оно|они|его|её|ее|ему|этот|эта|это|эти|этого|этой|этих|этом|там|тогда|diese[rsmn]?|cela|ello)(?!\p{L})|它|他|她|这|那|其/iu;
const goesOn =
  /^\s*(?:and|or|but|so|also|then|what about|how about|why|а|и|или|но|почему|und|et|y)(?!\p{L})|^\s*(?:那|还|为什么)/iu;

/**
 * What to search for: the message itself, and for a question that leans on earlier ones the
 * question before it as well.
 */
export function toRetrievalQuery(message: string, history: readonly Exchange[]): string {
  const earlier = history.at(-1)?.question;
  const query =
    earlier && isFollowUp(message) ? `${shorten(earlier, longestEarlier)} ${message}` : message;
  return shorten(query.replaceAll(/\s+/g, ' ').trim(), longestQuery);
}

function isFollowUp(message: string): boolean {
  const words = message.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return words <= fewWords || pointsBack.test(message) || goesOn.test(message);
}
