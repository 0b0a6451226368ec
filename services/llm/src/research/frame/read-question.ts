import { type ResearchFrame, researchFrameSchema } from '@lectern/contracts';
import { fitAside, fitEntities } from './fit-entities.ts';
import { readDates } from './read-dates.ts';
import { readIntent } from './read-intent.ts';
import { type LeftWords, readLeftWords, readTopic } from './read-left-words.ts';
import { readConditions, readInterventions } from './read-names.ts';
import { readPhases } from './read-phases.ts';
import { readPublicationTypes, readSponsors, readStatuses } from './read-trial-filters.ts';

const nctPattern = /\bnct\s?\d{8}\b/gi;
const pmidPattern = /\bpmids?\b[:\s#№]*((?:\d{1,9})(?:\s*(?:,|;|and|и|&)\s*\d{4,9})*)/giu;

/**
 * Reads a question by rules, in English or Russian. Each step takes what it understands out of the
 * text; what is left at the end are the words of the topic.
 */
export function readQuestion(query: string, today = new Date()): ResearchFrame {
  const nct_ids = [
    ...new Set((query.match(nctPattern) ?? []).map((id) => id.replace(/\s/, '').toUpperCase())),
  ];
  const pmids = [
    ...new Set([...query.matchAll(pmidPattern)].flatMap(([, ids = '']) => ids.match(/\d+/g) ?? [])),
  ];
  const plain = query.replaceAll(nctPattern, ' ').replaceAll(pmidPattern, ' ');
  const dates = readDates(plain, today);
  const types = readPublicationTypes(dates.rest);
  const phases = readPhases(types.rest);
  const statuses = readStatuses(phases.rest);
  const sponsors = readSponsors(statuses.rest);
  const medicines = readInterventions(sponsors.rest);
  const diseases = readConditions(medicines.rest);
  const hasIds = nct_ids.length + pmids.length > 0;
  const hasNames = medicines.names.length + diseases.names.length > 0;
  const left = readLeftWords(diseases.rest);
  const { entities, aside } = fitEntities({
    conditions: [...diseases.names],
    interventions: medicines.names.filter((name) => name !== 'placebo'),
    sponsors: [...sponsors.values],
    terms: hasIds ? [] : hasNames ? [...left.terms] : readTopic(diseases.rest),
    nct_ids,
    pmids,
  });
  const filters = {
    phases: [...phases.values],
    statuses: [...statuses.values],
    date_from: dates.from,
    date_to: dates.to,
    publication_types: [...types.values],
    include_publications: false,
  };
  // The words of publication types do not ask for trials.
  const text = types.values.length > 0 ? `${types.rest} publications` : query;
  const { intent, includePublications } = readIntent({ text, entities, filters });
  const isAboutOwn = intent === 'hybrid_search';
  return researchFrameSchema.parse({
    intent,
    // The own documents are asked the whole question, and PubMed beside them about its names.
    entities:
      isAboutOwn && (hasNames || !includePublications) ? { ...entities, terms: [] } : entities,
    filters: { ...filters, include_publications: includePublications },
    unused: fitAside([
      ...aside,
      ...phases.aside,
      ...statuses.aside,
      ...listUnused({ hasIds, hasNames, isAboutOwn, includePublications }, left),
    ]),
  });
}

interface QuestionKind {
  readonly hasIds: boolean;
  readonly hasNames: boolean;
  readonly isAboutOwn: boolean;
  readonly includePublications: boolean;
}

/** A record that is named is read whole, and own documents are asked the whole question. */
function listUnused(kind: QuestionKind, { terms, unused }: LeftWords): readonly string[] {
  if (kind.hasIds || !kind.hasNames) return [];
  if (!kind.isAboutOwn) return unused;
  return kind.includePublications ? [...terms, ...unused] : [];
}
