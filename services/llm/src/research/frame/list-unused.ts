import { isOfNoStudy } from '../study-numbers.ts';
import { findMixedOr } from './find-mixed-or.ts';
import type { FittedQuestion } from './fit-question.ts';
import type { QuestionKind } from './read-kind.ts';
import { listUnordered } from './read-order.ts';
import type { QuestionParts } from './read-parts.ts';
import { placebo, type Subject } from './read-subject.ts';

export interface ReadQuestion {
  readonly parts: QuestionParts;
  readonly subject: Subject;
  readonly fitted: FittedQuestion;
  readonly kind: QuestionKind;
}

/** The words of a question that no search is made with, as they are told. */
export function listUnused({ parts, subject, fitted, kind }: ReadQuestion): readonly string[] {
  const { counted, participants, medicines, results } = parts;
  const { isAboutTrials, isAboutOwn } = kind;
  const isNarrow = isAboutOwn || subject.isAboutNamed;
  return [
    ...fitted.aside,
    ...lower(parts.ids.aside),
    ...parts.wrongIds,
    ...fitted.wrongFilters,
    ...(counted.said !== undefined && !kind.isCounted ? [counted.said] : []),
    ...(isNarrow ? [] : listUnusedOrder(parts, kind)),
    ...lower(parts.dateKind.aside),
    ...lower(parts.dates.aside),
    ...(isAboutTrials || isAboutOwn ? [] : lower(participants.sizes)),
    ...lower(participants.said),
    ...lower(parts.types.aside),
    ...parts.phases.aside,
    ...findMixedOr(parts.types.rest),
    ...(kind.statuses.length > 0 ? [] : parts.statuses.aside),
    ...lower(parts.sponsors.aside),
    ...medicines.names.filter((name) => name === placebo && !isNarrow),
    ...(isNarrow ? [] : lower(subject.aside)),
    ...lower(parts.optional.said),
    ...lower([...parts.excluded.aside, ...parts.negated.aside]),
    ...(isAboutTrials || isAboutOwn ? [] : lower(results.said)),
    ...listLeftWords({ parts, subject, fitted, kind }),
  ];
}

function listUnusedOrder({ order }: QuestionParts, kind: QuestionKind): readonly string[] {
  return kind.isOrdered ? kind.trialOrder.aside : listUnordered(order.said, kind.intent);
}

/** A record that is named is read whole, of one that there cannot be nothing is, and own documents are asked the whole question. */
function listLeftWords({ parts, subject, fitted, kind }: ReadQuestion): readonly string[] {
  const { hasNames, isAboutNamed, isInParts, terms, unused } = subject;
  const isOfNone = isOfNoStudy({ entities: fitted.entities, unused: parts.wrongIds });
  if (isAboutNamed || isOfNone || !isInParts) return [];
  if (!kind.isAboutOwn) return unused;
  if (!kind.includePublications) return [];
  return hasNames ? [...terms, ...unused] : unused;
}

function lower(said: readonly string[]): readonly string[] {
  return said.map((words) => words.toLowerCase());
}
