import type { MessageFeedback } from '@lectern/contracts';
import { ActionIcon, Box, Button, Group, Menu, Popover, Textarea, Tooltip } from '@mantine/core';
import { BookCopy, ChevronDown, Download, RefreshCw, ThumbsDown, ThumbsUp } from 'lucide-react';
import { useState } from 'react';
import { CopyButton } from '../components/copy-button.tsx';
import { Hint } from '../components/hint.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';
import { canRead, useModels } from '../models/models.ts';
import { BranchSwitch } from './branch-switch.tsx';
import { type ChatMessage, citationsOf, textOf } from './chat-message.ts';
import type { ChatSession } from './chat-session.ts';
import { ExportItems } from './export-items.tsx';
import classes from './message-list.module.css';
import { RegenerateMenu } from './regenerate-menu.tsx';
import { writeWithSources } from './write-with-sources.ts';

export interface AnswerToolsProps {
  readonly session: ChatSession;
  readonly message: ChatMessage;
  readonly isBusy: boolean;
}

export function AnswerTools({ session, message, isBusy }: AnswerToolsProps) {
  const texts = useTexts('chat');
  const { closed } = useTexts('documentViewer');
  const text = textOf(message);
  const { citations = [], model, assistant } = citationsOf(message) ?? {};
  const models = useModels();
  const isQuoted = models.some((one) => one.id === model?.id && !canRead(one));
  const conversationId = message.metadata?.conversation_id;
  return (
    <Box className={classes.tools} data-answer-tools>
      <BranchSwitch session={session} message={message} />
      <CopyButton text={text} label={texts.copyAnswer} />
      {citations.length > 0 && (
        <CopyButton
          text={writeWithSources(text, citations, closed)}
          label={texts.copyWithSources}
          icon={BookCopy}
        />
      )}
      <IconButton
        label={texts.regenerate}
        disabled={isBusy}
        onClick={() => void session.regenerate(message.id)}
      >
        <RefreshCw size={16} />
      </IconButton>
      {models.length > 1 && (
        <RegenerateMenu session={session} messageId={message.id}>
          <ActionIcon aria-label={texts.regenerateWith} disabled={isBusy}>
            <ChevronDown size={14} />
          </ActionIcon>
        </RegenerateMenu>
      )}
      <FeedbackButtons session={session} message={message} />
      {conversationId && (
        <Menu position="top-start" shadow="md">
          <Menu.Target>
            <ActionIcon aria-label={texts.export}>
              <Download size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <ExportItems
              label={texts.exportAnswer}
              conversationId={conversationId}
              answer={message.id}
            />
            <Menu.Divider />
            <ExportItems
              label={texts.exportConversation}
              conversationId={conversationId}
              branch={message.id}
            />
          </Menu.Dropdown>
        </Menu>
      )}
      {assistant && (
        <Hint size="xs" ml="xs" data-assistant>
          {assistant.name}
        </Hint>
      )}
      {model && (
        <Hint size="xs" title={model.model} ml="xs" data-model>
          {isQuoted ? texts.quoted : texts.writtenBy(model.name)}
        </Hint>
      )}
    </Box>
  );
}

interface FeedbackButtonsProps {
  readonly session: ChatSession;
  readonly message: ChatMessage;
}

function FeedbackButtons({ session, message }: FeedbackButtonsProps) {
  const texts = useTexts('chat');
  const [asksWhy, setAsksWhy] = useState(false);
  const given = message.metadata?.feedback;
  const rate = useAction((feedback: MessageFeedback | undefined) =>
    session.rate(message.id, feedback),
  );
  const press = (rating: MessageFeedback['rating']) => {
    const isTakenBack = given?.rating === rating;
    rate.mutate(isTakenBack ? undefined : { rating, reason: null });
    setAsksWhy(rating === 'bad' && !isTakenBack);
  };
  return (
    <>
      <IconButton
        label={texts.good}
        variant={given?.rating === 'good' ? 'light' : 'subtle'}
        color={given?.rating === 'good' ? 'lectern' : 'gray'}
        aria-pressed={given?.rating === 'good'}
        onClick={() => press('good')}
      >
        <ThumbsUp size={16} />
      </IconButton>
      <Popover
        opened={asksWhy}
        onChange={setAsksWhy}
        width={320}
        position="top"
        shadow="md"
        trapFocus
        withRoles
      >
        <Popover.Target>
          <Tooltip label={texts.bad} disabled={asksWhy}>
            <ActionIcon
              variant={given?.rating === 'bad' ? 'light' : 'subtle'}
              color={given?.rating === 'bad' ? 'lectern' : 'gray'}
              aria-label={texts.bad}
              aria-pressed={given?.rating === 'bad'}
              onClick={() => press('bad')}
            >
              <ThumbsDown size={16} />
            </ActionIcon>
          </Tooltip>
        </Popover.Target>
        <Popover.Dropdown aria-label={texts.reason}>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              const reason = String(new FormData(event.currentTarget).get('reason')).trim();
              if (reason) rate.mutate({ rating: 'bad', reason });
              setAsksWhy(false);
            }}
          >
            <Textarea
              name="reason"
              label={texts.reason}
              maxLength={2_000}
              minRows={2}
              autosize
              data-autofocus
            />
            <Hint size="xs" mt={4}>
              {texts.reasonNote}
            </Hint>
            <Group justify="flex-end" mt="xs">
              <Button type="submit" size="xs">
                {texts.send}
              </Button>
            </Group>
          </form>
        </Popover.Dropdown>
      </Popover>
    </>
  );
}
