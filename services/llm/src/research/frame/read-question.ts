import { type ResearchFrame, researchFrameSchema } from '@lectern/contracts';
import { readDates } from './read-dates.ts';
import { readIntent } from './read-intent.ts';
import { readConditions, readInterventions } from './read-names.ts';
import {
  readPhases,
  readPublicationTypes,
  readSponsors,
  readStatuses,
} from './read-trial-filters.ts';

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
  const entities = {
    conditions: [...diseases.names],
    interventions: medicines.names.filter((name) => name !== 'placebo'),
    sponsors: [...sponsors.values],
    terms: hasIds ? [] : hasNames ? readBesideNames(diseases.rest) : readTopic(diseases.rest),
    nct_ids,
    pmids,
  };
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
  return researchFrameSchema.parse({
    intent,
    entities:
      intent === 'hybrid_search' && !includePublications ? { ...entities, terms: [] } : entities,
    filters: { ...filters, include_publications: includePublications },
  });
}

const fillers =
  /(?<![\p{L}\p{N}])(?:what|which|who|when|where|why|how|many|much|is|are|was|were|be|been|do|does|did|has|have|had|there|any|all|some|the|a|an|of|in|on|for|to|and|or|by|with|from|at|as|it|its|this|that|these|those|them|about|regarding|concerning|find|show|list|give|tell|me|us|i|we|you|please|recent|latest|new|current|publications?|papers?|articles?|published|studies|study|literature|evidence|pubmed|trials?|clinical|research|known|say|says|said|results?|summari[sz]e|compare|our|own|documents?|files?|что|какие|какой|какая|кто|когда|где|как|сколько|есть|ли|в|на|о|об|про|по|для|при|и|или|с|из|за|от|до|найди|найти|покажи|новые|последние|публикации|статьи|статей|исследования|исследований|литература|известно|сказано|пишут|наших|наши|документах|документы)(?![\p{L}\p{N}])/giu;

/** Words of the topic, without those of every question; inner small words stay. */
function readTopic(text: string): string[] {
  const words = text
    .replaceAll(/[?!.,;:«»"“”()]/g, ' ')
    .replaceAll('\u0001', ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .split(' ');
  const isFiller = (word: string) => word === '' || word.replaceAll(fillers, '') === '';
  let start = 0;
  let end = words.length;
  while (start < end && isFiller(words[start] ?? '')) start += 1;
  while (end > start && isFiller(words[end - 1] ?? '')) end -= 1;
  const topic = words.slice(start, end).join(' ').slice(0, 200);
  return topic ? [topic.toLowerCase()] : [];
}

/** A name that was taken out (as U+E000), and up to three words that "and" or "or" puts beside it. */
const besideName =
  /\ue000\s+(?:and|or|и|или|&)\s+(?:the\s+)?((?:[\p{L}\d-]+\s*){1,3})|((?:[\p{L}\d-]+\s+){1,3})(?:and|or|и|или|&)\s+\ue000/giu;
/** Words that tell what kind of record is asked for, not its topic. */
const kinds = /^(?:linked|related|reported|associated|связанн\p{L}*)$/iu;

/** What stands beside a name with "and": the rest of the question says how it is asked. */
function readBesideNames(text: string): string[] {
  const found = [...text.replaceAll('\u0001', '\ue000').matchAll(besideName)].map(
    ([, after, before]) => {
      const words = (after ?? before ?? '').trim().split(/\s+/);
      const isTopic = (word: string) => word.replaceAll(fillers, '') !== '' && !kinds.test(word);
      const run = after
        ? takeWhile(words, isTopic)
        : takeWhile(words.toReversed(), isTopic).reverse();
      return run.join(' ').toLowerCase();
    },
  );
  return [...new Set(found.filter(Boolean))];
}

function takeWhile(words: readonly string[], isWanted: (word: string) => boolean): string[] {
  const end = words.findIndex((word) => !isWanted(word));
  return end === -1 ? [...words] : words.slice(0, end);
}
