import type { Assistant, Prompt } from '@lectern/contracts';
import { Button, Group, Paper, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Bot, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { assistantsQuery, promptsQuery } from '../api/assistants.ts';
import { Hint } from '../components/hint.tsx';
import { useTexts } from '../i18n/language.tsx';
import { focusBeside } from '../lib/focus-content.ts';
import { useModels } from '../models/models.ts';
import type { ChatSession } from './chat-session.ts';
import classes from './composer-assistants.module.css';
import { useChatSessionState } from './use-chat-session.ts';

/** Returns true for a key that the open list has used. */
export type UseKey = (event: KeyboardEvent) => boolean;

export interface ComposerAssistantsProps {
  readonly session: ChatSession;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** The field, in which the focus stays. */
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** Receives the keys of the field while the list is open. */
  readonly useKey: RefObject<UseKey | undefined>;
}

const maxShown = 8;
const listId = 'composer-list';

/**
 * The assistant of a conversation as a chip, and the list that `@` (assistants) and `/` at the start
 * (saved prompts) open in the question field.
 */
export function ComposerAssistants(props: ComposerAssistantsProps) {
  const { session, text } = props;
  const texts = useTexts('assistants');
  const { assistant: chosen, lastAssistant } = useChatSessionState(session);
  const assistant = chosen === undefined ? lastAssistant : chosen;
  const [, before = '', sign = '', word = ''] =
    /^()(\/)([^\s/]*)$/.exec(text) ?? /^((?:.*\s)?)(@)([^\s@]*)$/s.exec(text) ?? [];
  return (
    <>
      {assistant && (
        <Group gap="xs" pb={4}>
          <Button
            variant="light"
            size="compact-xs"
            radius="xl"
            leftSection={<Bot size={14} aria-hidden />}
            rightSection={<X size={12} aria-hidden />}
            aria-label={texts.withoutAssistant(assistant.name)}
            onClick={({ currentTarget }) => {
              focusBeside(currentTarget);
              session.update({ assistant: null });
            }}
          >
            {assistant.name}
          </Button>
        </Group>
      )}
      {sign !== '' && <ItemList {...props} before={before} sign={sign} word={word} />}
    </>
  );
}

interface ItemListProps extends ComposerAssistantsProps {
  readonly before: string;
  readonly sign: string;
  readonly word: string;
}

function ItemList({ session, onText, field, useKey, before, sign, word }: ItemListProps) {
  const texts = useTexts('assistants');
  const isPrompts = sign === '/';
  const assistants = useQuery({ ...assistantsQuery, enabled: !isPrompts });
  const prompts = useQuery({ ...promptsQuery, enabled: isPrompts });
  const query = isPrompts ? prompts : assistants;
  const models = useModels();
  const [at, setAt] = useState(0);
  const [isClosed, setIsClosed] = useState(false);
  const wanted = word.toLowerCase();
  const items: readonly (Assistant | Prompt)[] = (query.data ?? [])
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .slice(0, maxShown);
  const active = items[Math.min(at, items.length - 1)];
  const isOpen = !isClosed && (items.length > 0 || (wanted === '' && query.isSuccess));
  const choose = (item: Assistant | Prompt) => {
    if ('text' in item) onText(item.text);
    else {
      const { id, name, mode, model } = item;
      onText(before);
      session.update({
        assistant: { id, name },
        ...(mode && { mode }),
        // The service replaces a model that the person cannot use, with a warning.
        ...(model && models.some((one) => one.id === model) && { modelId: model }),
      });
    }
    field.current?.focus();
  };
  useKey.current = (event) => {
    if (!isOpen) return false;
    if (event.key === 'Escape') setIsClosed(true);
    else if (!active) return false;
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : items.length - 1;
      setAt((Math.min(at, items.length - 1) + step) % items.length);
    } else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') choose(active);
    else return false;
    event.preventDefault();
    return true;
  };
  useEffect(() => {
    const input = field.current;
    input?.setAttribute('aria-autocomplete', 'list');
    if (isOpen && active) {
      input?.setAttribute('aria-controls', listId);
      input?.setAttribute('aria-activedescendant', `${listId}-${active.id}`);
    }
    return () => {
      for (const name of ['autocomplete', 'controls', 'activedescendant']) {
        input?.removeAttribute(`aria-${name}`);
      }
    };
  }, [field, isOpen, active]);
  useEffect(
    () => () => {
      useKey.current = undefined;
    },
    [useKey],
  );
  if (!isOpen) return null;
  if (!active) {
    return (
      <Hint pb="xs" role="status">
        {isPrompts ? texts.noPrompts : texts.noAssistants}
      </Hint>
    );
  }
  return (
    <Paper
      id={listId}
      role="listbox"
      aria-label={isPrompts ? texts.prompts : texts.assistants}
      className={classes.list}
    >
      {items.map((item) => (
        <UnstyledButton
          key={item.id}
          id={`${listId}-${item.id}`}
          role="option"
          tabIndex={-1}
          aria-selected={item === active}
          className={classes.item}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(item)}
        >
          <Text size="sm" fw={600}>
            {item.name}
          </Text>
          <Hint size="xs" lineClamp={1}>
            {'text' in item ? item.text : item.description}
          </Hint>
        </UnstyledButton>
      ))}
    </Paper>
  );
}
