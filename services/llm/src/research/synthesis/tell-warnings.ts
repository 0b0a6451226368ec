import type { Warning } from '@lectern/contracts';
import type { AnswerLanguage } from '../answer-language.ts';
import { dateAssumed } from '../frame/warn-of-dates.ts';
import { likenessNotSearched } from '../frame/warn-of-likeness.ts';
import { noTopic } from '../frame/warn-of-no-topic.ts';
import { noStudyNumber } from '../frame/warn-of-numbers.ts';
import { trialsNotSearched } from '../frame/warn-of-trials.ts';
import { tellWarning } from './in-question-language.ts';

/** Of what a question asks for and is not looked up, of what was taken to be meant, and of other spellings. */
const toldWarnings = [
  trialsNotSearched,
  likenessNotSearched,
  noTopic,
  noStudyNumber,
  dateAssumed,
  'did_you_mean',
];

/** The warnings that an answer tells in its text, each once: both services may say the same. */
export function tellWarnings(
  warnings: readonly Warning[],
  language: AnswerLanguage,
): readonly string[] {
  const told = warnings.filter(({ code }) => toldWarnings.includes(code));
  return [...new Set(told.map((warning) => tellWarning(warning, language).message))];
}
