import { type ResearchFrame, researchFrameSchema } from '@lectern/contracts';
import { fitAside } from './fit-entities.ts';
import { fitQuestion } from './fit-question.ts';
import { listUnused, type ReadQuestion } from './list-unused.ts';
import { readKind } from './read-kind.ts';
import { readParts } from './read-parts.ts';
import { readSubject } from './read-subject.ts';

/** Reads a question by rules, in English or Russian. */
export function readQuestion(query: string, today = new Date()): ResearchFrame {
  const parts = readParts(query, today);
  const subject = readSubject(parts);
  const fitted = fitQuestion(parts, subject);
  const kind = readKind(parts, subject, fitted);
  const read = { parts, subject, fitted, kind };
  return researchFrameSchema.parse({
    intent: kind.intent,
    entities: entitiesOf(read),
    filters: filtersOf(read),
    unused: fitAside([...listUnused(read)]),
  });
}

/** The own documents are asked the whole question, and PubMed beside them about its names. */
function entitiesOf({ parts, subject, fitted, kind }: ReadQuestion) {
  const { isAboutTrials, isAboutOwn, isOneRecord, includePublications } = kind;
  return {
    ...fitted.entities,
    ...(isAboutOwn && (subject.hasNames || !includePublications) && { terms: [] }),
    ...(isOneRecord && { conditions: [], interventions: [] }),
    // Of a study that is named its sponsor is told.
    ...(isOneRecord && parts.ids.nct_ids.length === 0 && { sponsors: [] }),
    ...(!isAboutTrials && { similar_to: [] }),
  };
}

function filtersOf({ parts: { counted }, fitted: { filters }, kind }: ReadQuestion) {
  const { isAboutTrials, isOrdered, statuses } = kind;
  const counts = { [counted.of]: kind.isCounted ? counted.count : null };
  return {
    ...filters,
    ...(statuses.length > 0 && { statuses: [...statuses] }),
    // A publication has one date.
    date_of: isAboutTrials || filters.date_of === 'published' ? filters.date_of : null,
    has_results: isAboutTrials ? filters.has_results : null,
    min_enrollment: isAboutTrials ? filters.min_enrollment : null,
    max_enrollment: isAboutTrials ? filters.max_enrollment : null,
    max_publications: counts.publications ?? null,
    trial_order: isOrdered ? kind.trialOrder.order : null,
    max_trials: counts.trials ?? null,
    include_publications: kind.includePublications,
  };
}

/** Reads a question in each script, so that nobody's first one waits for the patterns to be compiled. */
export function warmUpReading(): void {
  for (const query of ['Phase 3 trials since 2020', 'Публикации о мигрени']) readQuestion(query);
}
