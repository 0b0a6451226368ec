import { ActionIcon, Box, Menu } from '@mantine/core';
import { BookCopy, ChevronDown, Download, RefreshCw } from 'lucide-react';
import { CopyButton } from '../components/copy-button.tsx';
import { Hint } from '../components/hint.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { useTexts } from '../i18n/language.tsx';
import { useModels } from '../models/models.ts';
import { BranchSwitch } from './branch-switch.tsx';
import { type ChatMessage, citationsOf, textOf } from './chat-message.ts';
import type { ChatSession } from './chat-session.ts';
import { ExportItems } from './export-items.tsx';
import { FeedbackButtons } from './feedback-buttons.tsx';
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
  const hasChoice = useModels().length > 1;
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
      {hasChoice && (
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
          {texts.writtenBy(model.name)}
        </Hint>
      )}
    </Box>
  );
}
