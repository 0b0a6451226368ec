/** Words that point back at something said before. */
const pointsBack =
  /(?<!\p{L})(?:its?|they|them|theirs?|he|him|his|she|hers?|this|these|those|that one|former|latter|there|он[аои]?|его|её|ее|ему|ей|ею|им|ими|них|нём|нем|ней|нему|ним|их|этот|эта|это|эти|этого|этой|этому|этим|этих|этом|там|туда|тогда|тот|того|diese[rsmn]?|sein(?:e[rsmn]?)?|ihre?[rsmn]?|dort|cela|celui|celle|son|sa|leur|ello|ese|esa|eso|su|sus)(?!\p{L})|它|牠|(?<![其吉])他(?!国|人)|她|这|這|那|其(?!他|它|余|實|实)|该|該|此|그것|그는|그의|それ|その|彼/iu;
const goesOn =
  /^\s*(?:and|or|but|so|also|then|what about|how about|what else|why|а|и|или|но|почему|ещё|еще|und|oder|et|ou|y|o)(?!\p{L})|^\s*(?:那|还|還|为什么|為什麼|另外|では)|(?:呢|ね)\s*[?？]?\s*$/iu;
/** Something that stands for itself: a name behind the first word, a number, a quotation. */
const named = /(?<=\S\s{1,3}["“«(]?)\p{Lu}|\p{N}|["“«『「]/u;
/** One name is not what these mean: "Which Supreme Court justice decided against them?" */
const several = /^(?:they|them)$/i;
const namesSeveral =
  /(?<=\S\s{1,3}["“«(]?)\p{Lu}[\p{L}'’-]*s(?!\p{L})|(?<!\p{L})and(?!\p{L})|[&\p{N}"“«]/u;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const fewWords = 3;
const fewWordsUnnamed = 5;
/** Two signs of a script without spaces are about a word. */
const signsPerWord = 2;

/** Whether a message is understood only with what was said before it. */
export function leansBack(message: string): boolean {
  if (goesOn.test(message) || pointsOutside(message)) return true;
  const signs = message.match(unspaced)?.length ?? 0;
  const words = (message.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !word.match(unspaced));
  const length = words.length + signs / signsPerWord;
  return length <= fewWords || (length <= fewWordsUnnamed && !named.test(message));
}

/** A word that points back to nothing in the message itself ("How old was Ann Lee when she …"). */
function pointsOutside(message: string): boolean {
  const pointer = pointsBack.exec(message);
  if (pointer === null) return false;
  const before = message.slice(0, pointer.index);
  return !(several.test(pointer[0]) ? namesSeveral : named).test(before);
}
