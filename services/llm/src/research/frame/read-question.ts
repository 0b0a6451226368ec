import { type ResearchFrame, researchFrameSchema } from '@lectern/contracts';
import { registryNumberPattern } from '../registry-numbers.ts';
import { isOfNoStudy, wrongNctPattern } from '../study-numbers.ts';
import { expandShared } from './expand-shared.ts';
import { findMixedOr } from './find-mixed-or.ts';
import { fitAside, fitEntities } from './fit-entities.ts';
import { fitFilters } from './fit-filters.ts';
import { inPlainWords } from './in-plain-words.ts';
import { joinChains } from './join-chains.ts';
import { joinAlternatives, readAlternatives } from './read-alternatives.ts';
import { isPlacedBeside, isTopicBeside, withoutAround } from './read-beside.ts';
import { readCount } from './read-count.ts';
import { readDateKind } from './read-date-kind.ts';
import { readDates } from './read-dates.ts';
import { readExcluded } from './read-excluded.ts';
import { readIds, withoutIds } from './read-ids.ts';
import { readIntent, readOwn, withoutNegated } from './read-intent.ts';
import { alternative, type LeftWords, readLeftWords, readTopic } from './read-left-words.ts';
import { readLikeness } from './read-likeness.ts';
import { readConditions, readInterventions, readOthers, takenOut } from './read-names.ts';
import { readNegated } from './read-negated.ts';
import { readOptional } from './read-optional.ts';
import { listUnordered, readOrder, readTrialOrder } from './read-order.ts';
import { readParticipants } from './read-participants.ts';
import { readPhases } from './read-phases.ts';
import { readResults } from './read-results.ts';
import {
  keepStatuses,
  readPublicationTypes,
  readSponsors,
  readStatuses,
} from './read-trial-filters.ts';

/** What a medicine is compared with. The records of many studies do not name it, so it is told, not searched for. */
const placebo = 'placebo';
/** A study of another registry is a word to search for. */
const registryNumber = new RegExp(registryNumberPattern, 'giu');
const registryName = /(?<![\p{L}])(?:EudraCT|EU CT|ISRCTN)(?![\p{L}])/giu;
/** A publication that is completed is out; it has no status. */
const statusOfPublications =
  /(?<![\p{L}])((?:papers?|publications?|articles?|reviews?|meta-?analys[ei]s)\s+(?:(?:that|which|were|are|have been)\s+)*)(?:completed|finished|terminated)(?![\p{L}])|(?<![\p{L}])(?:completed|finished)\s+(?=(?:papers?|publications?|articles?|reviews?|meta-?analys[ei]s)(?![\p{L}]))|(?<![\p{L}])((?:публикаци|стат[ьеяи]|обзор)[а-яё]*(?:\s+(?:об?|про|по)\s+[\p{L}-]+)?,?\s+)(?:заверш[её]нн|законченн)[а-яё]*/giu;

/**
 * Reads a question by rules, in English or Russian. Each step takes what it understands out of the
 * text; what is left at the end are the words of the topic.
 */
export function readQuestion(query: string, today = new Date()): ResearchFrame {
  const { nct_ids, pmids, asked, ...ids } = readIds(inPlainWords(query));
  const { similarTo, rest: plainly } = readLikeness(asked, nct_ids);
  const rest = withoutIds(withoutAround(plainly));
  const wrongIds = rest.match(wrongNctPattern) ?? [];
  const registered = rest.match(registryNumber) ?? [];
  const plain = rest
    .replaceAll(wrongNctPattern, ' ')
    .replaceAll(registryNumber, takenOut)
    .replaceAll(registryName, ' ');
  const own = readOwn(plain);
  const counted = readCount(own.rest);
  const order = readOrder(counted.rest);
  const optional = readOptional(order.rest);
  const excluded = readExcluded(optional.rest, today);
  const dateKind = readDateKind(excluded.rest);
  const results = readResults(dateKind.rest);
  const dates = readDates(results.rest, today);
  const participants = readParticipants(dates.rest);
  const types = readPublicationTypes(participants.rest.replaceAll(statusOfPublications, '$1$2'));
  const phases = readPhases(types.rest);
  const statuses = readStatuses(phases.rest);
  const sponsors = readSponsors(statuses.rest);
  const negated = readNegated(expandShared(sponsors.rest));
  const medicines = readInterventions(negated.rest);
  const diseases = readConditions(medicines.rest);
  const others = readOthers(diseases.rest);
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
    ? isTopicBeside(asked)
    : left.terms.length + left.chains.length + others.names.length > 0 && isPlacedBeside(asked);
  // A record that is asked about is read whole, and nothing beside it is searched for.
  const isAboutNamed = nct_ids.length + pmids.length > 0 && !isBeside;
  // The whole of a question without names is its topic, unless any of its words will do.
  const isInParts =
    hasNames ||
    own.isOwn ||
    wrongIds.length > 0 ||
    left.terms.some((term) => term.includes(alternative));
  const topic = isInParts ? [...left.terms, ...joined.terms] : readTopic(others.rest);
  const { entities, aside } = fitEntities({
    conditions: [...joined.conditions],
    interventions: [...joined.interventions],
    sponsors: [...sponsors.values],
    terms: isAboutNamed ? [] : [...new Set(registered), ...topic, ...others.names],
    nct_ids: [...nct_ids],
    pmids: [...pmids],
    similar_to: [...similarTo],
  });
  const { filters, aside: wrongFilters } = fitFilters({
    phases: [...phases.values],
    statuses: [...statuses.values],
    date_from: dates.from,
    date_to: dates.to,
    date_of: (dates.from ?? dates.to) === null ? null : dateKind.kind,
    publication_types: [...types.values],
    has_results: results.hasResults,
    min_enrollment: participants.min,
    max_enrollment: participants.max,
    max_publications: null,
    trial_order: null,
    max_trials: null,
    include_publications: false,
  });
  // The words of publication types do not ask for trials, nor those of results for publications.
  const text =
    types.values.length > 0
      ? `${types.rest} publications`
      : [...optional.said, ...results.said, ...participants.sizes, ...participants.said].reduce(
          (whole, words) => whole.replace(words, ' '),
          withoutNegated(registered.length > 0 ? `${asked} trials` : asked, [
            ...excluded.aside,
            ...negated.aside,
          ]),
        );
  const { intent, includePublications } = readIntent({
    text,
    isOwn: own.isOwn,
    entities,
    filters,
  });
  const isAboutTrials = intent === 'indication_phase_trials' || intent === 'trials_with_pubs';
  const kept = isAboutTrials ? keepStatuses(statuses) : [];
  // A study that is asked about comes in no order.
  const isOrdered = isAboutTrials && !isAboutNamed;
  const last = counted.of === 'trials' && counted.isOfLast ? ['latest'] : [];
  const trialOrder = readTrialOrder([...order.said, ...last]);
  const isCounted = counted.of === 'trials' ? isOrdered : intent === 'recent_pubs_by_topic';
  const counts = { [counted.of]: isCounted ? counted.count : null };
  const isAboutOwn = intent === 'hybrid_search';
  const isOneRecord =
    isAboutNamed && !isAboutOwn && (nct_ids.length > 0 || intent === 'recent_pubs_by_topic');
  return researchFrameSchema.parse({
    intent,
    // The own documents are asked the whole question, and PubMed beside them about its names.
    entities: {
      ...entities,
      ...(isAboutOwn && (hasNames || !includePublications) && { terms: [] }),
      ...(isOneRecord && { conditions: [], interventions: [] }),
      // Of a study that is named its sponsor is told.
      ...(isOneRecord && nct_ids.length === 0 && { sponsors: [] }),
      ...(!isAboutTrials && { similar_to: [] }),
    },
    filters: {
      ...filters,
      ...(kept.length > 0 && { statuses: [...kept] }),
      // A publication has one date.
      date_of: isAboutTrials || filters.date_of === 'published' ? filters.date_of : null,
      has_results: isAboutTrials ? filters.has_results : null,
      min_enrollment: isAboutTrials ? filters.min_enrollment : null,
      max_enrollment: isAboutTrials ? filters.max_enrollment : null,
      max_publications: counts.publications ?? null,
      trial_order: isOrdered ? trialOrder.order : null,
      max_trials: counts.trials ?? null,
      include_publications: includePublications,
    },
    unused: fitAside([
      ...aside,
      ...ids.aside.map((words) => words.toLowerCase()),
      ...wrongIds,
      ...wrongFilters,
      ...(counted.said !== undefined && !isCounted ? [counted.said] : []),
      ...(isAboutOwn || isAboutNamed
        ? []
        : isOrdered
          ? trialOrder.aside
          : listUnordered(order.said, intent)),
      ...dateKind.aside.map((words) => words.toLowerCase()),
      ...dates.aside.map((words) => words.toLowerCase()),
      ...(isAboutTrials || isAboutOwn
        ? []
        : participants.sizes.map((words) => words.toLowerCase())),
      ...participants.said.map((words) => words.toLowerCase()),
      ...types.aside.map((words) => words.toLowerCase()),
      ...phases.aside,
      ...findMixedOr(types.rest),
      ...(kept.length > 0 ? [] : statuses.aside),
      ...sponsors.aside.map((words) => words.toLowerCase()),
      ...medicines.names.filter((name) => name === placebo && !isAboutOwn && !isAboutNamed),
      ...(isAboutOwn || isAboutNamed ? [] : alternatives.aside.map((words) => words.toLowerCase())),
      ...optional.said.map((words) => words.toLowerCase()),
      ...[...excluded.aside, ...negated.aside].map((words) => words.toLowerCase()),
      ...(isAboutTrials || isAboutOwn ? [] : results.said.map((words) => words.toLowerCase())),
      ...listUnused(
        {
          isAboutNamed: isAboutNamed || isOfNoStudy({ entities, unused: wrongIds }),
          isInParts,
          hasNames,
          isAboutOwn,
          includePublications,
        },
        {
          terms: [...left.terms, ...joined.terms],
          unused: [...left.unused, ...joined.aside],
        },
      ),
    ]),
  });
}

interface QuestionKind {
  readonly isAboutNamed: boolean;
  readonly isInParts: boolean;
  readonly hasNames: boolean;
  readonly isAboutOwn: boolean;
  readonly includePublications: boolean;
}

/** A record that is named is read whole, of one that there cannot be nothing is, and own documents are asked the whole question. */
function listUnused(
  kind: QuestionKind,
  { terms, unused }: Pick<LeftWords, 'terms' | 'unused'>,
): readonly string[] {
  if (kind.isAboutNamed || !kind.isInParts) return [];
  if (!kind.isAboutOwn) return unused;
  if (!kind.includePublications) return [];
  return kind.hasNames ? [...terms, ...unused] : unused;
}

/** Reads a question in each script, so that nobody's first one waits for the patterns to be compiled. */
export function warmUpReading(): void {
  for (const query of ['Phase 3 trials since 2020', 'Публикации о мигрени']) readQuestion(query);
}
