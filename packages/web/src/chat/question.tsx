import { ActionIcon, Box, Button, Group, Textarea, Tooltip } from '@mantine/core';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { CopyButton } from '../parts/copy-button.tsx';
import { partsTexts } from '../parts/parts-texts.ts';
import { useTexts } from '../texts/language.tsx';
import { chatTexts } from './chat-texts.ts';
import classes from './message-list.module.css';
import type { Talk } from './talk.ts';
import { type TalkMessage, textOf } from './talk-message.ts';

export interface QuestionProps {
  readonly talk: Talk;
  readonly message: TalkMessage;
  readonly isBusy: boolean;
}

/** What a person asked; it can be changed and asked again. */
export function Question({ talk, message, isBusy }: QuestionProps) {
  const texts = useTexts(chatTexts);
  const parts = useTexts(partsTexts);
  const [changed, setChanged] = useState<string>();
  const text = textOf(message);
  if (changed !== undefined) {
    return (
      <Box className={classes.question}>
        <Textarea
          className={classes.editor}
          aria-label={texts.edit}
          value={changed}
          autosize
          minRows={2}
          maxRows={12}
          autoFocus
          onChange={(event) => setChanged(event.currentTarget.value)}
        />
        <Group mt="xs">
          <Button size="xs" variant="default" onClick={() => setChanged(undefined)}>
            {parts.cancel}
          </Button>
          <Button
            size="xs"
            disabled={changed.trim() === ''}
            onClick={() => {
              setChanged(undefined);
              void talk.edit(message.id, changed.trim());
            }}
          >
            {texts.editSend}
          </Button>
        </Group>
      </Box>
    );
  }
  return (
    <Box className={classes.question}>
      <h2 className="visually-hidden">{texts.you}</h2>
      <Box className={classes.bubble}>{text}</Box>
      <Box className={classes.tools}>
        <CopyButton text={text} />
        {!isBusy && (
          <Tooltip label={texts.edit}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={texts.edit}
              onClick={() => setChanged(text)}
            >
              <Pencil size={16} />
            </ActionIcon>
          </Tooltip>
        )}
      </Box>
    </Box>
  );
}
