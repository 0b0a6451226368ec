import type { ResearchEntities, ResearchFilters, ResearchIntent } from '@lectern/contracts';
import { notExcluding } from './double-denials.ts';
import { asksForNone } from './read-negated.ts';
import { asksForOwn, cutOwn, withoutOwn } from './read-own.ts';

const publications =
  /\b(?:publications?|papers?|articles?|pubs?|publish|published|pubmed|literature|evidence|abstracts?|pmids?|journals?|authors?|reviews?|meta-?analys\w+|reported|linked|doi)\b|(?<![\p{L}\p{N}.])10\.\d{4,9}\/\S|(?<![\p{L}])(?:публикаци|стат(?:ья|ьи|ей|ьям|ьях|ье)|литератур|обзор|опубликован|аннотаци|журнал|автор)/iu;

const trials =
  /\b(?:(?:clinical )?trials?|nct\d*|registry|expanded access|recruit\w*|enrol\w*|clinicaltrials(?:\.gov)?|participants)\b|(?<![\p{L}])(?:испытани|клиническ\S* исследовани|реестр|набор\S* участник)/iu;

/** Both are asked for by name. */
const studiesWithPublications =
  /\bstud(?:y|ies)\b[^.?!]*\b(?:and|with) (?:(?:their|its|the|all|linked|related|associated) )+(?:publications?|papers?|articles?)\b|(?<![\p{L}])исследовани[^.?!]*\s(?:и|с|со|вместе с)\s(?:\S+\s){0,3}(?:публикаци|стать)/iu;

const kinds = 'papers?|publications?|articles?';
const bothKinds = new RegExp(
  `\\bstud(?:y|ies) (?:and|or) (?:${kinds})\\b|\\b(?:${kinds}) (?:and|or) stud(?:y|ies)\\b`,
  'i',
);

/** A kind of records that is not wanted: `articles, not trials`. */
const unwantedKind = new RegExp(
  `(?<![\\p{L}])(?:not|no|without|excluding|except|instead of|rather than|не|без|кроме|вместо)\\s+(?:(?:the|any|clinical|клинических)\\s+)*(?:trials?|stud(?:y|ies)|${kinds}|исследовани(?:я|й)|испытани(?:я|й)|публикаци[ий]|стат(?:ьи|ей))(?=\\s*(?:$|[.,;?!)]|please|пожалуйста))`,
  'giu',
);

/** `But not mouse studies`: what is asked against names a kind of records too. */
export function withoutNegated(text: string, negated: readonly string[]): string {
  return negated
    .filter((said) => !withRecords.test(said))
    .reduce((rest, said) => {
      const at = rest.indexOf(said);
      if (at === -1) return rest;
      const kind = behindNegated.exec(rest.slice(at + said.length))?.[0] ?? '';
      return `${rest.slice(0, at)} ${rest.slice(at + said.length + kind.length)}`;
    }, text);
}

/** Without what is excluded too, unless nothing else tells which records are asked for: `hide the small trials of asthma`. */
export function withoutExcluded(text: string, excluded: readonly string[]): string {
  const rest = withoutNegated(text, excluded);
  return [publications, trials, studies].some((kind) => kind.test(rest)) ? rest : text;
}

/** Records without something are asked for, and those that are not to be left out. */
const withRecords = new RegExp(`^(?:(?:without|без)\\s|(?:${notExcluding})(?![\\p{L}]))`, 'iu');
const behindNegated = /^\s+(?:trials?|stud(?:y|ies)|papers?|publications?|articles?)(?![\p{L}])/iu;

/** Without a word for publications, which bring what is new. */
const news =
  /\bwhat(?:['’]?s| is) new (?:in|on|about|with)\b|\b(?:latest|newest|recent|new|current) (?:research|findings|advances|developments|discoveries|insights)\b|(?<![\p{L}])что нового (?:в|во|об?|по|про)(?![\p{L}])|(?<![\p{L}])(?:последн|новейш|свеж|недавн)[а-яё]+ (?:открыти|достижени|исследовани)/iu;

/** What a house has of its own, and others too. */
const houseMatters =
  /\b(?:polic(?:y|ies)|handbooks?|manuals?|procedures?|rules|regulations|contracts?|agreements?|offices?|onboarding|vacations?|holidays|payroll|intranet)\b|(?<![\p{L}])(?:политик|правил|регламент|инструкци|распорядк|договор|отпуск|офис|положени)/iu;

const studies = /\b(?:stud(?:y|ies))\b|(?<![\p{L}])исследовани/iu;

const registry =
  /\b(?:trials?|clinicaltrials(?:\.gov)?|registry|registered studies)\b|(?<![\p{L}])(?:испытани|клиническ\S* исследовани|реестр)/iu;

/** Whether studies are asked for beside the own documents; their protocols are no studies. */
export function asksForTrials(text: string): boolean {
  return registry.test(cutOwn(text));
}

/** Whether publications are named; of trials beside them, none of the own documents are asked. */
function namesPublications(text: string): boolean {
  return publications.test(text) && !registry.test(text);
}

/** Words for the own documents in a question, and what is left of it. */
export function readOwn(text: string): { readonly isOwn: boolean; readonly rest: string } {
  const isBeside = namesPublications(text);
  return { isOwn: asksForOwn(text, isBeside), rest: withoutOwn(text, isBeside) };
}

export interface IntentQuestion {
  readonly text: string;
  /** Asked of the own documents. */
  readonly isOwn: boolean;
  readonly entities: ResearchEntities;
  readonly filters: ResearchFilters;
}

/** What a question asks for, by its words and by what was read of it. */
export function readIntent({ text: asked, isOwn, entities, filters }: IntentQuestion): {
  readonly intent: ResearchIntent;
  readonly includePublications: boolean;
} {
  const text = asked.replaceAll(unwantedKind, (words, at: number) =>
    asksForNone.test(asked.slice(0, at)) ? words : ' ',
  );
  const asksPublications =
    publications.test(text) || entities.pmids.length > 0 || filters.publication_types.length > 0;
  if (isOwn)
    return {
      intent: 'hybrid_search',
      includePublications: asksPublications || /\b(?:studies|trials)\b/i.test(text),
    };
  const isAboutStudies =
    filters.phases.length + filters.statuses.length > 0 || entities.nct_ids.length > 0;
  const asksTrials =
    isAboutStudies ||
    trials.test(text) ||
    studiesWithPublications.test(text) ||
    bothKinds.test(text) ||
    (studies.test(text) && (entities.sponsors.length > 0 || !asksPublications));
  if (asksTrials && asksPublications)
    return { intent: 'trials_with_pubs', includePublications: false };
  if (asksTrials) return { intent: 'indication_phase_trials', includePublications: false };
  const { conditions, interventions } = entities;
  const isBiomedical = conditions.length + interventions.length > 0;
  const isNews = news.test(text);
  if (!asksPublications && !isBiomedical && isNews && houseMatters.test(text))
    return { intent: 'hybrid_search', includePublications: true };
  const intent =
    asksPublications || isBiomedical || isNews ? 'recent_pubs_by_topic' : 'hybrid_search';
  return { intent, includePublications: false };
}
