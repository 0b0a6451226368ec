import type { FoundChunk } from '@lectern/contracts';
import { SegmentedControl } from '@mantine/core';
import { useTexts } from '../i18n/language.tsx';
import { type AnswerMark, findMark, withMark } from './mark-answers.ts';
import type { Marking } from './use-marking.ts';

export interface AnswerMarkControlProps {
  readonly chunk: FoundChunk;
  readonly marking: Marking;
}

export function AnswerMarkControl({ chunk, marking }: AnswerMarkControlProps) {
  const texts = useTexts('search');
  const { answers, setAnswers } = marking;
  return (
    <SegmentedControl
      size="xs"
      mt={6}
      aria-label={texts.markOf(chunk.document_title)}
      value={findMark(chunk, answers)}
      onChange={(mark) => setAnswers(withMark(chunk, mark as AnswerMark, answers))}
      data={[
        { value: 'none', label: texts.markNone },
        { value: 'passage', label: texts.markPassage },
        { value: 'document', label: texts.markDocument },
      ]}
    />
  );
}
