import type { AnswerLanguage } from '../answer-language.ts';
import type { ResearchStateValue } from '../research-state.ts';
import { quotePlainly } from './quote-plainly.ts';
import { joints, words } from './words.ts';

/** Names what was searched for in place of what the question writes, with the services that found nothing by that. */
export function tellCorrections(
  { pubmed_results, ctgov_results }: Pick<ResearchStateValue, 'pubmed_results' | 'ctgov_results'>,
  language: AnswerLanguage,
): string {
  const say = words[language];
  const services = new Map<string, string[]>();
  for (const [service, found] of [
    ['PubMed', pubmed_results],
    ['ClinicalTrials.gov', ctgov_results],
  ] as const) {
    const pairs = (found?.corrections ?? [])
      .map(({ searched, written }) => say.instead(quotePlainly(searched), quotePlainly(written)))
      .join(', ');
    if (pairs) services.set(pairs, [...(services.get(pairs) ?? []), service]);
  }
  return [...services]
    .map(([pairs, names]) => say.searchedInstead(names.join(joints[language].and), pairs))
    .join('\n');
}
