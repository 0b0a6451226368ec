import type { ResearchFrame, Warning } from '@lectern/contracts';
import { detectLanguage } from '@lectern/grounding';

/** Of a question for studies that has filters alone, such as one that leans on the question before it. */
export const noTopic = 'no_topic';

export function warnOfNoTopic({ intent, entities }: ResearchFrame, query: string): Warning[] {
  const isAboutTrials = intent === 'indication_phase_trials' || intent === 'trials_with_pubs';
  if (!isAboutTrials || Object.values(entities).some((names) => names.length > 0)) return [];
  const message =
    detectLanguage(query) === 'ru'
      ? 'Вопрос не называет ни заболевания, ни вмешательства, ни спонсора, ни другой темы, поэтому искались исследования на любую тему. Каждый вопрос читается сам по себе, без вопросов до него.'
      : 'The question names no condition, intervention, sponsor or other topic, so that studies of any topic were searched for. Each question is read by itself, without those before it.';
  return [{ code: noTopic, message }];
}
