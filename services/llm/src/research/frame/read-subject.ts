import { joinChains } from './join-chains.ts';
import { joinAlternatives, readAlternatives } from './read-alternatives.ts';
import { isPlacedBeside, isTopicBeside } from './read-beside.ts';
import { alternative, readLeftWords, readTopic } from './read-left-words.ts';
import type { QuestionParts } from './read-parts.ts';

/** What a medicine is compared with. The records of many studies do not name it, so it is told, not searched for. */
export const placebo = 'placebo';

/** What a question is about. */
export type Subject = ReturnType<typeof readSubject>;

/** Puts the names of a question and the words left in it together. */
export function readSubject(parts: QuestionParts) {
  const { ids, own, wrongIds, negated, medicines, diseases, others } = parts;
  const alternatives = readAlternatives({
    text: negated.rest,
    withoutMedicines: medicines.rest,
    withoutDiseases: diseases.rest,
  });
  const hasNames = medicines.names.length + diseases.names.length > 0;
  const left = readLeftWords(others.rest);
  const joined = joinChains({
    text: negated.rest,
    rest: others.rest,
    chains: left.chains,
    conditions: joinAlternatives(diseases.names, alternatives.conditions),
    interventions: joinAlternatives(
      medicines.names.filter((name) => name !== placebo),
      alternatives.interventions,
    ),
  });
  const isBeside = hasNames
    ? isTopicBeside(parts.asked)
    : left.terms.length + left.chains.length + others.names.length > 0 &&
      isPlacedBeside(parts.asked);
  const terms = [...left.terms, ...joined.terms];
  // The whole of a question without names is its topic, unless any of its words will do.
  const isInParts =
    hasNames ||
    own.isOwn ||
    wrongIds.length > 0 ||
    left.terms.some((term) => term.includes(alternative));
  return {
    hasNames,
    conditions: joined.conditions,
    interventions: joined.interventions,
    terms,
    unused: [...left.unused, ...joined.aside],
    aside: alternatives.aside,
    /** A record that is asked about is read whole, and nothing beside it is searched for. */
    isAboutNamed: ids.nct_ids.length + ids.pmids.length > 0 && !isBeside,
    isInParts,
    topic: isInParts ? terms : readTopic(others.rest),
  };
}
