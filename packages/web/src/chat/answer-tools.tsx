import type { Citation } from '@lectern/contracts';
import { Box } from '@mantine/core';
import { BookCopy } from 'lucide-react';
import { CopyButton } from '../parts/copy-button.tsx';
import { useTexts } from '../texts/language.tsx';
import { chatTexts } from './chat-texts.ts';
import classes from './message-list.module.css';
import { writeWithSources } from './write-with-sources.ts';

export interface AnswerToolsProps {
  readonly text: string;
  readonly citations: readonly Citation[];
}

/** What can be done with an answer that is whole. */
export function AnswerTools({ text, citations }: AnswerToolsProps) {
  const texts = useTexts(chatTexts);
  return (
    <Box className={classes.tools} data-answer-tools>
      <CopyButton text={text} label={texts.copyAnswer} />
      {citations.length > 0 && (
        <CopyButton
          text={writeWithSources(text, citations)}
          label={texts.copyWithSources}
          icon={BookCopy}
        />
      )}
    </Box>
  );
}
