import type { Publication, ResearchFilters, ResearchFrame, Trial } from '@lectern/contracts';
import type { AnswerLanguage } from '../answer-language.ts';
import type { ResearchStateValue } from '../research-state.ts';
import { dateNames, dateOf } from './asked-dates.ts';
import { describeDate, describePhase, describeStatus, describeStatuses } from './words.ts';

const say = {
  en: {
    record: (id: string, answers: string) => `Asked of ${id}, by its record: ${answers}.`,
    yes: 'yes',
    no: 'no',
    unknown: 'not known from what was read',
    or: ' or ',
    with: 'posted results',
    without: 'no posted results',
    sponsor: (names: string) => `sponsor ${names}`,
    atLeast: (count: number) => `at least ${count} participants`,
    atMost: (count: number) => `at most ${count} participants`,
    published: 'published',
    from: (date: string) => `from ${date}`,
    to: (date: string) => `until ${date}`,
  },
  ru: {
    record: (id: string, answers: string) => `О чём спрошено о ${id}, по записи: ${answers}.`,
    yes: 'да',
    no: 'нет',
    unknown: 'из прочитанного не известно',
    or: ' или ',
    with: 'результаты размещены',
    without: 'результаты не размещены',
    sponsor: (names: string) => `спонсор ${names}`,
    atLeast: (count: number) => `участников не менее ${count}`,
    atMost: (count: number) => `участников не более ${count}`,
    published: 'опубликовано',
    from: (date: string) => `с ${date}`,
    to: (date: string) => `по ${date}`,
  },
} as const;

/** What a filter asks for, and what the record has. */
interface Asked {
  readonly what: string;
  readonly has: boolean | null;
  readonly instead: string;
}

/**
 * Filters leave out none of the records that a question names; whether each record has what they
 * ask for is told from the record, a sentence each.
 */
export function tellAsked(
  { frame, ctgov_results, pubmed_results }: ResearchStateValue,
  language: AnswerLanguage,
): string {
  if (!frame) return '';
  const { nct_ids, pmids } = frame.entities;
  const trials = (ctgov_results?.trials ?? []).filter(({ nct_id }) => nct_ids.includes(nct_id));
  const publications = pubmed_results?.publications.filter(({ pmid }) => pmids.includes(pmid));
  return [
    ...trials.map((trial) => tell(trial.nct_id, askTrial(trial, frame, language), language)),
    ...(publications ?? []).map((publication) =>
      tell(`PMID ${publication.pmid}`, askPublication(publication, frame, language), language),
    ),
  ]
    .filter(Boolean)
    .join('\n');
}

function tell(id: string, asked: readonly Asked[], language: AnswerLanguage): string {
  const { yes, no, unknown, record } = say[language];
  const answers = asked.map(({ what, has, instead }) => {
    const answer = has === null ? unknown : has ? yes : no;
    return `${what}: ${answer}${instead && has !== null ? ` (${instead})` : ''}`;
  });
  return answers.length > 0 ? record(id, answers.join('; ')) : '';
}

function askTrial(
  trial: Trial,
  { filters, entities }: ResearchFrame,
  language: AnswerLanguage,
): Asked[] {
  const { or, sponsor, ...words } = say[language];
  const { phases, statuses, has_results, min_enrollment: min, max_enrollment: max } = filters;
  const count = trial.enrollment?.count;
  const instead = count === undefined ? '' : String(count);
  const kind = filters.date_of ?? 'start';
  const isWithoutResults = kind === 'results_posted' && !trial.has_results;
  const phase = (name: string) => describePhase(name, language);
  const sponsors = [trial.sponsor, ...trial.collaborators].flatMap((name) => name ?? []);
  return [
    ...ask(phases.length > 0, {
      what: phases.map(phase).join(or),
      has: phases.some((name) => trial.phases.includes(name)),
      instead: trial.phases.map(phase).join('/') || phase('NA'),
    }),
    ...ask(statuses.length > 0, {
      what: describeStatuses(statuses, language),
      has: statuses.some((status) => status === trial.status),
      instead: describeStatus(trial.status, language),
    }),
    ...(kind === 'published'
      ? []
      : askDate(filters, {
          what: dateNames[language][kind],
          date: dateOf(trial, kind),
          language,
        }).map((asked) =>
          isWithoutResults ? { ...asked, has: false, instead: words.without } : asked,
        )),
    ...ask(has_results !== null, {
      what: has_results ? words.with : words.without,
      has: trial.has_results === has_results,
      instead: '',
    }),
    // A frame of an older checkpoint has no sizes.
    ...ask(typeof min === 'number', {
      what: words.atLeast(min ?? 0),
      has: count === undefined ? null : count >= (min ?? 0),
      instead,
    }),
    ...ask(typeof max === 'number', {
      what: words.atMost(max ?? 0),
      has: count === undefined ? null : count <= (max ?? 0),
      instead,
    }),
    ...ask(entities.sponsors.length > 0, {
      what: sponsor(entities.sponsors.join(or)),
      has: entities.sponsors.some((name) => sponsors.some((one) => isNamed(one, name))),
      instead: sponsors.join(', '),
    }),
  ];
}

function askPublication(
  { published, publication_types }: Publication,
  { filters }: ResearchFrame,
  language: AnswerLanguage,
): Asked[] {
  const { publication_types: types, date_of } = filters;
  const held = publication_types.map((type) => type.toLowerCase());
  return [
    ...(date_of === null || date_of === 'published'
      ? askDate(filters, { what: say[language].published, date: published, language })
      : []),
    ...ask(types.length > 0, {
      what: types.join(say[language].or),
      has: types.some((type) => held.includes(type.toLowerCase())),
      instead: publication_types.join(', '),
    }),
  ];
}

function ask(isAsked: boolean, asked: Asked): readonly Asked[] {
  return isAsked ? [asked] : [];
}

interface RecordDate {
  readonly what: string;
  readonly date: string | null;
  readonly language: AnswerLanguage;
}

function askDate(
  { date_from, date_to }: ResearchFilters,
  { what, date, language }: RecordDate,
): readonly Asked[] {
  if (!date_from && !date_to) return [];
  const { from, to } = say[language];
  const span = [
    date_from && from(describeDate(date_from, language)),
    date_to && to(describeDate(date_to, language)),
  ];
  return [
    {
      what: [what, ...span].filter(Boolean).join(' '),
      has: date === null ? null : isWithin(date, date_from, date_to),
      instead: date === null ? '' : describeDate(date, language),
    },
  ];
}

/** Whether a date lies in the span, as far as both are exact. */
function isWithin(date: string, from: string | null, to: string | null): boolean {
  const cut = (other: string) => Math.min(date.length, other.length);
  return (
    (!from || date.slice(0, cut(from)) >= from.slice(0, cut(from))) &&
    (!to || date.slice(0, cut(to)) <= to.slice(0, cut(to)))
  );
}

function isNamed(sponsor: string, asked: string): boolean {
  return asked
    .split(' OR ')
    .some((name) => sponsor.toLowerCase().includes(name.trim().toLowerCase()));
}
