import { namesSomething, type ResearchFrame, type Warning } from '@lectern/contracts';
import { languageOf, sentencesOf } from '../language/answer-language.ts';
import { toRegistrySearch } from '../nodes/to-registry-search.ts';

/** Names the parts of a question that no service was asked for, in the question's language. */
export function warnOfUnsearched(frame: ResearchFrame, query: string): Warning[] {
  const { intent, entities, unused } = frame;
  const sentences = sentencesOf(languageOf(query)).unsearched;
  const quote = (words: readonly string[]) => words.map(sentences.quote).join(', ');
  const warnings: Warning[] = [];
  const wrongIds = unused.filter((word) => /^nct\d+$/i.test(word));
  const others = unused.filter((word) => !wrongIds.includes(word));
  const foreign = others.filter((word) => /\p{Script=Cyrillic}/u.test(word));
  const dropped = others.filter((word) => !foreign.includes(word));
  const isOnlyOwn = intent === 'hybrid_search' && !frame.filters.include_publications;
  if (dropped.length > 0) {
    warnings.push({ code: 'words_not_searched', message: sentences.words(quote(dropped)) });
  }
  if (foreign.length > 0 && !isOnlyOwn) {
    warnings.push({ code: 'words_in_other_script', message: sentences.foreign(quote(foreign)) });
  }
  if (intent === 'hybrid_search' && entities.nct_ids.length > 0) {
    warnings.push({ code: 'trials_not_searched', message: sentences.trials });
  }
  const isAboutTrials = intent === 'indication_phase_trials' || intent === 'trials_with_pubs';
  const hasNames = Object.values(entities).some((names) => names.some(namesSomething));
  // Without a filter nothing is searched for at all.
  if (isAboutTrials && !hasNames && toRegistrySearch(frame)) {
    warnings.push({ code: 'no_topic', message: sentences.noTopic });
  }
  if (wrongIds.length > 0) {
    warnings.push({ code: 'no_study_number', message: sentences.noStudyNumber(quote(wrongIds)) });
  }
  return warnings;
}

/** Codes of the warnings that an answer repeats in its text. */
export const shownWarnings = [
  'words_in_other_script',
  'trials_not_searched',
  'no_topic',
  'no_study_number',
  'did_you_mean',
];
