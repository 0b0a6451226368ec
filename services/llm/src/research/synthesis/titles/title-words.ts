import type { Token } from './read-tokens.ts';

/** Words that a title writes small and that say nothing of its subject. */
const small =
  /^(?:a|an|and|as|at|by|during|for|from|in|into|its|of|on|or|s|the|their|to|under|versus|via|vs|who|with|within|without|в|во|для|до|за|и|или|из|к|на|о|об|от|по|при|с|со|у)$/u;

/** Words for the thing that has a title. */
const generic =
  /^(?:abstracts?|analys[ei]s|articles?|clinical|completed|controlled|double|journals?|meta|ongoing|papers?|phase|publications?|published|randomi[sz]ed|records?|registered|registry|reports?|results?|retracted|reviews?|stud(?:y|ies)|systematic|trials?|исследовани\p{L}*|испытани\p{L}*|обзор\p{L}*|публикаци\p{L}*|стат(?:ья|ьи|ье|ью|ей))$/u;

/** What a sentence goes on with behind a title, and what makes a stretch of words a sentence. */
const verb =
  /^(?:appear(?:s|ed)|are|assess\p{L}*|be|been|began|can|compare[sd]?|concluded?s?|could|deals?|demonstrate[sd]?|describe[sd]?|did|discusse[sd]|does|ended|enrol\p{L}*|evaluate[sd]|examine[sd]?|finds?|found|had|has|have|improve[sd]|include[sd]?|investigate[sd]?|is|lists?|may|mentions?|might|notes?|provide[sd]?|reduce[sd]|report(?:s|ed)|reviewed|says?|show(?:s|ed|n)?|start(?:s|ed)|states?|stud(?:ied)|suggest(?:s|ed)?|tested|tests|was|were|will|would|был\p{L}*|включ\p{L}*|завершен\p{L}*|изуч\p{L}*|начат\p{L}*|описыва\p{L}*|опубликован\p{L}*|оцен\p{L}*|показ\p{L}*|посвящ\p{L}*|сообща\p{L}*|сравн\p{L}*|явля\p{L}*)$/u;

/** How a stretch begins that describes in the writer's own words. */
const describing =
  /^(?:a|according|additionally|all|an|another|as|at|based|both|by|each|for|from|he|however|if|in|it|its|no|of|on|one|several|she|some|such|that|the|their|there|these|they|this|those|three|to|two|we|when|while|with|в|во|все|для|его|из|как|на|о|об|он|она|они|оно|по|при|с|это|этот|эта|эти)$/u;

/** What joins a clause to a name. */
const joining = /^(?:that|when|where|which|who|whose|котор\p{L}*)$/u;

export const isSmall = ({ word }: Token) => small.test(word);
export const isVerb = ({ word }: Token) => verb.test(word);
export const isJoining = ({ word }: Token) => joining.test(word);
export const isDescribing = ({ word }: Token) => describing.test(word);

/** Letters that a word shares with its other forms and spellings. */
const stemLength = 5;

/** Whether a word is one of the text's, in any form, or tells nothing of a subject. */
export function isHeld({ word }: Token, held: readonly Token[]): boolean {
  if (word.length < 4 || small.test(word) || generic.test(word) || /^\p{N}/u.test(word))
    return true;
  const stem = word.slice(0, stemLength);
  return held.some((other) => other.word.startsWith(stem));
}
