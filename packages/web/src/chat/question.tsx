import { Box } from '@mantine/core';
import { CopyButton } from '../parts/copy-button.tsx';
import { useTexts } from '../texts/language.tsx';
import { chatTexts } from './chat-texts.ts';
import classes from './message-list.module.css';
import { type TalkMessage, textOf } from './talk-message.ts';

/** What a person asked. */
export function Question({ message }: { readonly message: TalkMessage }) {
  const texts = useTexts(chatTexts);
  const text = textOf(message);
  return (
    <Box className={classes.question}>
      <h2 className="visually-hidden">{texts.you}</h2>
      <Box className={classes.bubble}>{text}</Box>
      <Box className={classes.tools}>
        <CopyButton text={text} />
      </Box>
    </Box>
  );
}
