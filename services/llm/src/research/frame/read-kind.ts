import type { FittedQuestion } from './fit-question.ts';
import { readIntent, withoutExcluded, withoutNegated } from './read-intent.ts';
import { readTrialOrder } from './read-order.ts';
import type { QuestionParts } from './read-parts.ts';
import type { Subject } from './read-subject.ts';
import { keepStatuses } from './read-trial-filters.ts';

/** What a question asks for. */
export type QuestionKind = ReturnType<typeof readKind>;

export function readKind(
  parts: QuestionParts,
  { isAboutNamed }: Subject,
  { entities, filters }: FittedQuestion,
) {
  const { own, counted, order, statuses, ids } = parts;
  const text = wordsOfIntent(parts);
  const { intent, includePublications } = readIntent({ text, isOwn: own.isOwn, entities, filters });
  const isAboutTrials = intent === 'indication_phase_trials' || intent === 'trials_with_pubs';
  const isAboutOwn = intent === 'hybrid_search';
  // A study that is asked about comes in no order.
  const isOrdered = isAboutTrials && !isAboutNamed;
  const last = counted.of === 'trials' && counted.isOfLast ? ['latest'] : [];
  return {
    intent,
    includePublications,
    isAboutTrials,
    isAboutOwn,
    isOrdered,
    isCounted: counted.of === 'trials' ? isOrdered : intent === 'recent_pubs_by_topic',
    isOneRecord:
      isAboutNamed && !isAboutOwn && (ids.nct_ids.length > 0 || intent === 'recent_pubs_by_topic'),
    statuses: isAboutTrials ? keepStatuses(statuses) : [],
    trialOrder: readTrialOrder([...order.said, ...last]),
  };
}

/** The words of publication types do not ask for trials, nor those of results for publications. */
function wordsOfIntent(parts: QuestionParts): string {
  const { asked, registered, types, optional, results, participants, excluded, negated } = parts;
  if (types.values.length > 0) return `${types.rest} publications`;
  const said = [...optional.said, ...results.said, ...participants.sizes, ...participants.said];
  return said.reduce(
    (whole, words) => whole.replace(words, ' '),
    withoutExcluded(
      withoutNegated(registered.length > 0 ? `${asked} trials` : asked, negated.aside),
      excluded.aside,
    ),
  );
}
