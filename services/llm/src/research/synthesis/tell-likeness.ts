import type { AnswerLanguage } from '../answer-language.ts';
import { searchAlike } from '../like-studies.ts';
import type { ResearchStateValue } from '../research-state.ts';
import { countRead } from './count-read.ts';
import { quotePlainly } from './quote-plainly.ts';
import { joints, words } from './words.ts';

/** By what studies like a named one were searched for. */
export function tellLikeness(
  { frame, ctgov_results }: Pick<ResearchStateValue, 'frame' | 'ctgov_results'>,
  language: AnswerLanguage,
): string {
  const { similar_to = [] } = frame?.entities ?? {};
  if (!frame || !ctgov_results || similar_to.length === 0) return '';
  const { conditions, interventions } = searchAlike(frame.entities, ctgov_results.trials);
  const { or, and } = joints[language];
  const names = [...conditions, ...interventions].map((name) => name.replaceAll(' OR ', or));
  if (names.length === 0) return '';
  const { matching } = countRead(ctgov_results.trials, ({ nct_id }) => nct_id, frame);
  const { alike, noneAlike } = words[language];
  return [
    alike(similar_to.join(', '), quotePlainly(names.join(and))),
    ...(matching === 0 && ctgov_results.total === 0 ? [noneAlike] : []),
  ].join(' ');
}
