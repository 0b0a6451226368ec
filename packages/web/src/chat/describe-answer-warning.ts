import type { Citation, Warning } from '@lectern/contracts';
import { describeWarning } from '../api/describe-warning.ts';
import type { LoadedLanguage } from '../i18n/language.tsx';

/** Returns the warning of an answer in the given language, or the service's sentence. */
export function describeAnswerWarning(
  warning: Warning,
  citations: readonly Citation[],
  language: LoadedLanguage,
): string {
  const { chat: texts, modelProblems } = language.texts;
  const { code, message } = warning;
  switch (code) {
    case 'citation_unsupported': {
      const unsupported = citations.filter(({ supported }) => !supported).map(({ n }) => `[${n}]`);
      return unsupported.length > 0 ? texts.unsupported(unsupported.join(', ')) : message;
    }
    case 'answer_without_citations':
      return texts.withoutCitations;
    case 'citation_invalid':
      return texts.invalidCitation;
    case 'answer_cut':
      return texts.answerCut;
    case 'model_fallback':
      // The English sentence of the service names the models.
      return language.language === 'en' ? message : texts.modelFallback;
    case 'retrieval_unavailable':
      return texts.searchUnavailable;
    default:
      return (
        (modelProblems as Readonly<Record<string, string>>)[code] ??
        describeWarning(warning, language)
      );
  }
}
