import { fitEntities } from './fit-entities.ts';
import { fitFilters } from './fit-filters.ts';
import type { QuestionParts } from './read-parts.ts';
import type { Subject } from './read-subject.ts';

/** What was read, within the limits of a frame. */
export type FittedQuestion = ReturnType<typeof fitQuestion>;

export function fitQuestion(parts: QuestionParts, subject: Subject) {
  const { ids, registered, dates, dateKind, participants } = parts;
  const { entities, aside } = fitEntities({
    conditions: [...subject.conditions],
    interventions: [...subject.interventions],
    sponsors: [...parts.sponsors.values],
    terms: subject.isAboutNamed
      ? []
      : [...new Set(registered), ...subject.topic, ...parts.others.names],
    nct_ids: [...ids.nct_ids],
    pmids: [...ids.pmids],
    similar_to: [...parts.similarTo],
  });
  const { filters, aside: wrongFilters } = fitFilters({
    phases: [...parts.phases.values],
    statuses: [...parts.statuses.values],
    date_from: dates.from,
    date_to: dates.to,
    date_of: (dates.from ?? dates.to) === null ? null : dateKind.kind,
    publication_types: [...parts.types.values],
    has_results: parts.results.hasResults,
    min_enrollment: participants.min,
    max_enrollment: participants.max,
    max_publications: null,
    trial_order: null,
    max_trials: null,
    include_publications: false,
  });
  return { entities, filters, aside, wrongFilters };
}
