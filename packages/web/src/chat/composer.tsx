import { ActionIcon, Group, Textarea, Tooltip } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { ArrowUp, Square } from 'lucide-react';
import {
  type KeyboardEvent,
  memo,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { useMe } from '../api/session.ts';
import { Hint } from '../components/hint.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';
import { lazyComponent } from '../lib/lazy-component.ts';
import type { Scope } from '../library/scope.ts';
import { ScopeButton } from '../library/scope-button.tsx';
import { useModels } from '../models/models.ts';
import { AttachButton } from './attach-button.tsx';
import { attachTo, useAttached } from './attached.ts';
import type { ChatSession } from './chat-session.ts';
import classes from './composer.module.css';
import type { UseKey } from './composer-assistants.tsx';
import { useDraft } from './draft.ts';
import { ModePicker } from './mode-picker.tsx';
import { useChatSessionState } from './use-chat-session.ts';

const ModelPicker = lazyComponent(() => import('./model-picker.tsx'), 'ModelPicker');
const ComposerAssistants = lazyComponent(
  () => import('./composer-assistants.tsx'),
  'ComposerAssistants',
);
const AttachedFiles = lazyComponent(
  () => import('../attachments/attached-files.tsx'),
  'AttachedFiles',
);

let isFetched = false;

/** Loads the modules of the first answer while its question is typed. */
function fetchAhead(): void {
  // Vite does not load a style sheet again that failed once.
  if (isFetched || !navigator.onLine) return;
  isFetched = true;
  void import('./message-list.tsx');
  void import('./markdown-text.tsx');
  void import('./stored-chat.ts');
  void import('./chat-transport.ts');
}

export interface ComposerProps {
  readonly session: ChatSession;
  readonly isBusy: boolean;
}

/** The question field. Its text survives a reload and a failed request. */
export function Composer({ session, isBusy }: ComposerProps) {
  const texts = useTexts('chat');
  const { conversationId, isReconnecting, assistant, lastAssistant } = useChatSessionState(session);
  const [text, setText] = useDraft(conversationId);
  const useKey = useRef<UseKey>(undefined);
  const field = useRef<HTMLTextAreaElement>(null);
  const stop = useAction(() => session.stop());
  const hasModels = useModels().length > 1;
  const attachedId = useAttached(session);
  // The list of attached files, which is loaded on demand, reports its state.
  const [isReading, setIsReading] = useState(true);
  const lastAttached = useRef<Promise<void>>(Promise.resolve());
  // Files that come during an upload follow it into the same collection.
  const attach = useAction((files: readonly File[]) => {
    const attached = lastAttached.current.then(() => attachTo(session, files));
    lastAttached.current = attached.catch(() => {});
    return attached;
  });
  const [isOver, setIsOver] = useState(false);
  const canAttach = useMe().scopes.includes('documents:write');
  const acceptFiles = (event: Pick<Event, 'preventDefault'>, files: FileList) => {
    if (!canAttach || files.length === 0) return;
    event.preventDefault();
    attach.mutate([...files]);
  };
  const dropFiles = useEffectEvent((event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
    if (event.type === 'dragleave' && event.relatedTarget) return;
    if (event.type === 'drop') acceptFiles(event, event.dataTransfer.files);
    else if (canAttach) event.preventDefault();
    setIsOver(event.type === 'dragover' && canAttach);
  });
  // Files can be dropped anywhere on the page of a conversation.
  useEffect(() => {
    const listen = (event: DragEvent) => dropFiles(event);
    const types = ['dragover', 'drop', 'dragleave'] as const;
    for (const type of types) document.addEventListener(type, listen);
    return () => {
      for (const type of types) document.removeEventListener(type, listen);
    };
  }, []);
  const { online } = useNetwork();
  const waitsForFiles = attach.isPending || (attachedId !== undefined && isReading);
  const mustWait = !online || waitsForFiles || isBusy || isReconnecting;
  const whileWaiting = waitsForFiles ? texts.queuedForFiles : texts.queued;
  const [isQueued, setIsQueued] = useState(false);
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) field.current?.focus();
  }, []);
  const send = () => {
    const question = text.trim();
    setIsQueued(mustWait && question !== '');
    if (question === '' || mustWait) return;
    setText('');
    void session.ask(question);
  };
  const sendQueued = useEffectEvent(send);
  // A question that was sent too early follows as soon as it can.
  useEffect(() => {
    if (isQueued && !mustWait) sendQueued();
  }, [isQueued, mustWait]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || useKey.current?.(event)) return;
    if (event.key === 'Escape') setIsQueued(false);
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className={classes.box}
      data-over={isOver || undefined}
      onPaste={(event) => acceptFiles(event, event.clipboardData.files)}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {attachedId && (
        <Suspense>
          <AttachedFiles collectionId={attachedId} onBusy={setIsReading} />
        </Suspense>
      )}
      {(assistant || lastAssistant || /^\/[^\s/]*$|(^|\s)@[^\s@]*$/.test(text)) && (
        <Suspense>
          <ComposerAssistants {...{ session, text, field, useKey }} onText={setText} />
        </Suspense>
      )}
      <Textarea
        ref={field}
        variant="unstyled"
        aria-label={texts.ask}
        aria-description={texts.keyHint}
        placeholder={texts.ask}
        value={text}
        maxLength={20_000}
        autosize
        minRows={1}
        maxRows={10}
        onChange={(event) => {
          setText(event.currentTarget.value);
          fetchAhead();
        }}
        onKeyDown={onKeyDown}
        classNames={{ input: classes.input ?? '' }}
      />
      <Hint size="xs" px="xs" role="status">
        {isQueued && (online ? whileWaiting : texts.unsent)}
      </Hint>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Group gap={6} className={classes.pickers ?? ''}>
          {canAttach && <AttachButton isBusy={attach.isPending} onFiles={attach.mutate} />}
          <ScopePicker session={session} />
          <ModePicker session={session} />
          {hasModels && (
            <Suspense>
              <ModelPicker session={session} />
            </Suspense>
          )}
        </Group>
        {isBusy ? (
          <IconButton
            label={texts.stop}
            size={36}
            radius="xl"
            variant="default"
            loading={stop.isPending}
            onClick={() => stop.mutate()}
          >
            <Square size={14} fill="currentColor" />
          </IconButton>
        ) : (
          <Tooltip label={waitsForFiles ? texts.queuedForFiles : texts.send}>
            <ActionIcon
              type="submit"
              variant="filled"
              color="lectern"
              size={36}
              radius="xl"
              aria-label={texts.send}
              aria-disabled={text.trim() === ''}
              className={classes.send}
            >
              <ArrowUp size={18} />
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
    </form>
  );
}

const ScopePicker = memo(function ScopePicker({ session }: { readonly session: ChatSession }) {
  const { scope, conversationId } = useChatSessionState(session);
  const navigate = useNavigate();
  const choose = (next: Scope) => {
    session.update({ scope: next });
    // A scope in the address would replace the choice.
    if (!conversationId && location.search !== '')
      void navigate({ to: '/', search: {}, replace: true });
  };
  return <ScopeButton scope={scope} onChange={choose} />;
});
