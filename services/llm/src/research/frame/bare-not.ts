import { isFiller } from './question-words.ts';

const auxiliary =
  '(?:is|are|was|were|do|does|did|can|could|should|will|would|may|might|must|has|have|had)';
/** Before what is asked for, and not against: `is it not asthma`, `why does aspirin not cause asthma`. */
const asking = [
  'or|whether|if|it|why|или|ли|это|почему',
  `(?<!(?:that|which|who)\\s+)${auxiliary}(?!\\s+(?:there|you|we)\\s)(?:\\s+[^\\s,;:.?!()]+){0,8}?`,
].join('|');
/** `Never smokers` are people. */
const never =
  'never(?!\\s+(?:smok|drink|us|treat|medicat|expos|infect|vaccinat|respon|pregnan|marri|diagnos)\\p{L}*)';
/** Tells that more is asked for, or how those are who have the disease. */
const further =
  '(?:only|just|merely|simply|every|each|[\\p{L}-]+ly|(?:un)?(?:controlled|treated|managed|diagnosed|resolved)|только|лишь|просто|каждый)(?![\\p{L}])';
/** Russian denies verbs in the same way: no word but an adjective may stand before the name. */
const russianVerb =
  '[а-яё]+(?<!(?:[ыои]й|[ео]го|[уюая]я|[ую]ю|ая|ое|ее|[ыи]е|[ыи]х|[ыио]м|ей))\\s+[а-яё]';

/** `Not` with nothing that tells what of it is asked against, as its group `bare`: `asthma, not copd`. */
export const bareNot = [
  `(?<![\\p{L}])(?<bare>(?:(?:and|и|а)\\s+|(?<!(?<![\\p{L}])(?:${asking})\\s+))(?:not|${never}|не)`,
  "|(?<=(?:that|which)\\s+)(?:is|are|was|were)n['’]t|(?<=[^\\S\\n])-(?=\\p{L}))",
  `(?:(?<=-)|\\s+)(?:(?:a|an|the|any)\\s+)?(?!${further})(?!${russianVerb})`,
].join('');

/** Whether it asks against any word behind it, and not against names alone: `asthma, not vaping`. */
export function asksAgainstAny(text: string, { 0: said, index }: RegExpExecArray): boolean {
  const next = /^[\p{L}\d'’-]+/u.exec(text.slice(index + said.length))?.[0] ?? '';
  const isApart = /[,;(]\s*$/u.test(text.slice(0, index)) || /^(?:(?:and|и|а)\s|NOT\s)/u.test(said);
  return isApart && next !== '' && !isFiller(next.toLowerCase());
}
