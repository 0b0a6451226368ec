import { type AnswerLanguage, sentencesOf } from '../language/answer-language.ts';
import type { ResearchStateValue } from '../research-state.ts';
import { quotePlainly } from './cut-text.ts';

type Found = Pick<ResearchStateValue, 'pubmed_results' | 'ctgov_results'>;

/** Names what was searched for in place of what the question writes, by the services that did so. */
export function composeCorrections(found: Found, language: AnswerLanguage): string {
  const sentences = sentencesOf(language);
  const services = new Map<string, string[]>();
  for (const [service, results] of listServices(found)) {
    const pairs = (results?.corrections ?? [])
      .map(({ searched, written }) =>
        sentences.instead(quotePlainly(searched), quotePlainly(written)),
      )
      .join(', ');
    if (pairs) services.set(pairs, [...(services.get(pairs) ?? []), service]);
  }
  return [...services]
    .map(([pairs, names]) => sentences.searchedInstead(names.join(sentences.and), pairs))
    .join('\n');
}

/** Says which services found no record with all words of the question. */
export function composeRelaxed(found: Found, language: AnswerLanguage): string {
  const { and, relaxed } = sentencesOf(language);
  const services = listServices(found).flatMap(([service, results]) => {
    const brought = results && 'trials' in results ? results.trials : results?.publications;
    return results?.relaxed && (brought?.length ?? 0) > 0 ? [service] : [];
  });
  return services.length > 0 ? relaxed(services.join(and)) : '';
}

function listServices({ pubmed_results, ctgov_results }: Found) {
  return [
    ['PubMed', pubmed_results],
    ['ClinicalTrials.gov', ctgov_results],
  ] as const;
}
