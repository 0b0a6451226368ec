import type { Citation, Warning } from '@lectern/contracts';
import { describeWarning } from '../api/describe-warning.ts';
import type { Language } from '../i18n/define-texts.ts';
import type { chatTexts } from './chat-texts.ts';
import type { modelProblemTexts } from './model-problem-texts.ts';

export interface WarningWords {
  readonly texts: (typeof chatTexts)['en'];
  readonly problems: (typeof modelProblemTexts)['en'];
  readonly language: Language;
}

/** What a warning says in the language of the page; the server's sentence where there is no other. */
export function writeWarning(
  warning: Warning,
  citations: readonly Citation[],
  { texts, problems, language }: WarningWords,
): string {
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
    case 'retrieval_unavailable':
      return texts.searchUnavailable;
    default:
      return (
        (problems as Readonly<Record<string, string>>)[code] ?? describeWarning(warning, language)
      );
  }
}
