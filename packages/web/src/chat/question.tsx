import { Box, Button, Group, Textarea } from '@mantine/core';
import { Pencil } from 'lucide-react';
import { memo, useState } from 'react';
import { CopyButton } from '../components/copy-button.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { useTexts } from '../i18n/language.tsx';
import { BranchSwitch } from './branch-switch.tsx';
import { type ChatMessage, textOf } from './chat-message.ts';
import type { ChatSession } from './chat-session.ts';
import classes from './message-list.module.css';

export interface QuestionProps {
  readonly session: ChatSession;
  readonly message: ChatMessage;
  readonly isBusy: boolean;
}

export const Question = memo(function Question({ session, message, isBusy }: QuestionProps) {
  const texts = useTexts('chat');
  const [isEditing, setIsEditing] = useState(false);
  const text = textOf(message);
  return (
    <Box className={classes.question}>
      <h2 className="visually-hidden">{texts.you}</h2>
      {isEditing ? (
        <EditForm
          text={text}
          onCancel={() => setIsEditing(false)}
          onSend={(next) => {
            setIsEditing(false);
            void session.edit(message.id, next);
          }}
        />
      ) : (
        <>
          <Box className={classes.bubble}>{text}</Box>
          <Box className={classes.tools}>
            <BranchSwitch session={session} message={message} />
            <IconButton label={texts.edit} disabled={isBusy} onClick={() => setIsEditing(true)}>
              <Pencil size={16} />
            </IconButton>
            <CopyButton text={text} />
          </Box>
        </>
      )}
    </Box>
  );
});

interface EditFormProps {
  readonly text: string;
  readonly onSend: (text: string) => void;
  readonly onCancel: () => void;
}

function EditForm({ text, onSend, onCancel }: EditFormProps) {
  const texts = useTexts('chat');
  const [next, setNext] = useState(text);
  const isUnchanged = next.trim() === '' || next.trim() === text;
  const send = () => {
    if (!isUnchanged) onSend(next.trim());
  };
  return (
    <form
      className={classes.edit}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Textarea
        aria-label={texts.edit}
        value={next}
        maxLength={20_000}
        autosize
        maxRows={12}
        autoFocus
        onChange={(event) => setNext(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel();
          // The same keys as in the composer.
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      <Group justify="flex-end" mt="xs">
        <Button variant="default" size="xs" onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button type="submit" size="xs" disabled={isUnchanged}>
          {texts.send}
        </Button>
      </Group>
    </form>
  );
}
