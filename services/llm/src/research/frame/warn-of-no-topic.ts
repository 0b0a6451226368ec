import type { ResearchFrame, Warning } from '@lectern/contracts';
import { type InEachLanguage, languageOf } from '../answer-language.ts';
import { toRegistrySearch } from '../nodes/to-registry-search.ts';

/** Of a question for studies that has filters alone, such as one that leans on the question before it. */
export const noTopic = 'no_topic';

const messages: InEachLanguage<string> = {
  en: 'The question names no condition, intervention, sponsor or other topic, so that studies of any topic were searched for. Name the topic in the question itself: it is read without any before it.',
  ru: 'Вопрос не называет ни заболевания, ни вмешательства, ни спонсора, ни другой темы, поэтому искались исследования на любую тему. Назовите тему в самом вопросе: вопросы до него не читаются.',
};

export function warnOfNoTopic(frame: ResearchFrame, query: string): Warning[] {
  const { intent, entities } = frame;
  const isAboutTrials = intent === 'indication_phase_trials' || intent === 'trials_with_pubs';
  if (!isAboutTrials || Object.values(entities).some((names) => names.length > 0)) return [];
  // Without a filter nothing is searched for at all.
  if (!toRegistrySearch(frame)) return [];
  return [{ code: noTopic, message: messages[languageOf(query)] }];
}
