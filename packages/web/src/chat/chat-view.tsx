import { Box, Button, Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { MessageSquareX } from 'lucide-react';
import { Suspense, useCallback, useEffect, useRef } from 'react';
import { hasStatus } from '../api/api-error.ts';
import { describeError } from '../api/describe-error.ts';
import type { OpenSource } from '../citations/source.ts';
import { Empty } from '../components/empty.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Loading } from '../components/loading.tsx';
import { Page, useTabTitle } from '../components/page.tsx';
import { useLanguage, useTexts } from '../i18n/language.tsx';
import { lazyComponent } from '../lib/lazy-component.ts';
import { documentQuery } from '../library/documents.ts';
import { isWhole, type Scope } from '../library/scope.ts';
import { nameOf } from '../library/sort-documents.ts';
import { type ChatSession, isBusyState } from './chat-session.ts';
import classes from './chat-view.module.css';
import { Composer } from './composer.tsx';
import { NewChatWelcome } from './new-chat-welcome.tsx';
import { findOpenSource, listSources } from './open-source.ts';
import { TurnFailure } from './turn-failure.ts';
import { useChatSessionState } from './use-chat-session.ts';

/** Loaded on demand: a new conversation needs it with its first question. */
const FailedAnswerButtons = lazyComponent(
  () => import('./failed-answer-buttons.tsx'),
  'FailedAnswerButtons',
);
const MessageList = lazyComponent(() => import('./message-list.tsx'), 'MessageList');

const EvidencePane = lazyComponent(() => import('../citations/evidence-pane.tsx'), 'EvidencePane');

export interface ChatViewProps {
  readonly session: ChatSession;
  /** The open citation, as in the address. */
  readonly source: string | undefined;
  /** Collection of the initial scope. */
  readonly scope?: string | undefined;
  /** Ids of the documents of the initial scope, separated by commas. */
  readonly document?: string | undefined;
}

export function ChatView({ session, source, scope, document }: ChatViewProps) {
  const texts = useTexts('chat');
  const language = useLanguage();
  const navigate = useNavigate();
  const state = useChatSessionState(session);
  const { messages } = state;
  const isNarrow = useMediaQuery('(max-width: 62em)', undefined, {
    getInitialValueInEffect: false,
  });
  const isBusy = isBusyState(state);
  const last = messages.at(-1);
  const failedId =
    state.error instanceof TurnFailure && last?.role === 'assistant' ? last.id : undefined;
  const question = messages.find(({ role }) => role === 'user');
  const title = question ? firstWords(question.parts) : texts.conversations;
  useTabTitle(title);
  useEffect(() => {
    if (scope) session.update({ scope: { collectionIds: [scope], documents: [] } });
  }, [scope, session]);
  // The scope is set before the name is known, because a question may come first.
  useEffect(() => {
    if (document !== undefined) {
      const documents = document.split(',').map((id) => ({ id, title: '' }));
      session.update({ scope: { collectionIds: [], documents } });
    }
  }, [document, session]);
  const unnamed = findUnnamed(state.scope);
  const named = useQuery({
    ...documentQuery(unnamed ?? ''),
    enabled: unnamed !== undefined,
  }).data;
  useEffect(() => {
    if (named && findUnnamed(session.getState().scope) === named.id) {
      const documents = [{ id: named.id, title: nameOf(named) }];
      session.update({ scope: { collectionIds: [], documents } });
    }
  }, [named, unnamed, session]);

  const open = findOpenSource(messages, source);
  const hasSource = useRef(false);
  useEffect(() => {
    hasSource.current = source !== undefined;
  }, [source]);
  // A stable callback keeps messages from rendering again.
  const show = useCallback(
    (next: OpenSource | undefined) => {
      const { conversationId } = session.getState();
      if (!conversationId) return;
      void navigate({
        to: '/chat/$conversationId',
        params: { conversationId },
        search: next ? { source: next.key } : {},
        replace: hasSource.current,
        resetScroll: false,
      });
    },
    [session, navigate],
  );
  const pane = open && (
    <Suspense fallback={<Loading />}>
      <EvidencePane
        sources={listSources(messages, open.messageId)}
        open={open}
        onOpen={show}
        onClose={() => show(undefined)}
      />
    </Suspense>
  );
  if (hasStatus(state.error, 404) && messages.length === 0) {
    return (
      <Page title={texts.conversations}>
        <Empty
          icon={MessageSquareX}
          title={describeError(state.error, language)}
          action={
            <Button component={Link} to="/">
              {texts.newChat}
            </Button>
          }
        />
      </Page>
    );
  }
  const isEmpty = messages.length === 0 && !state.isLoading;
  return (
    <Box
      className={classes.columns}
      data-open={open && !isNarrow ? true : undefined}
      // In the capture phase, because the card of a citation handles the key too.
      onKeyDownCapture={({ key, target, currentTarget }) => {
        // Menus and dialogs are portals, and a form uses the key itself.
        const isHere = target instanceof Element && currentTarget.contains(target);
        if (open && key === 'Escape' && isHere && !target.closest('form')) show(undefined);
      }}
    >
      <Box className={classes.chat}>
        {messages.length > 0 && <h1 className="visually-hidden">{title}</h1>}
        {state.isLoading ? (
          <Box className={classes.column} p="lg">
            <Loading lines={8} />
          </Box>
        ) : isEmpty ? (
          <NewChatWelcome
            hasExamples={isWhole(state.scope)}
            onAsk={(text) => void session.ask(text)}
          />
        ) : (
          <Suspense fallback={<Box flex={1} />}>
            <MessageList
              session={session}
              messages={messages}
              isBusy={isBusy}
              open={open}
              onOpenSource={show}
            />
          </Suspense>
        )}
        <Box className={classes.foot}>
          <Box className={classes.column}>
            {state.error && (
              <Box mb="sm">
                <ErrorNotice
                  error={state.error}
                  onRetry={
                    state.conversationId && !failedId ? () => void session.load() : undefined
                  }
                />
                {failedId && (
                  <Suspense>
                    <FailedAnswerButtons session={session} messageId={failedId} />
                  </Suspense>
                )}
              </Box>
            )}
            <Composer session={session} isBusy={isBusy} />
          </Box>
        </Box>
      </Box>
      {open && !isNarrow && (
        <Box component="aside" className={classes.pane} aria-label={texts.sources}>
          {pane}
        </Box>
      )}
      {isNarrow && (
        <Drawer
          opened={open !== undefined}
          onClose={() => show(undefined)}
          position="right"
          size="100%"
          withCloseButton={false}
          padding={0}
          // The title names the dialog; the pane has its own heading.
          title={texts.sources}
          styles={{ header: { display: 'none' } }}
        >
          <Box h="100dvh">{pane}</Box>
        </Drawer>
      )}
    </Box>
  );
}

/** Returns the id of the only document in the scope while its name is unknown. */
function findUnnamed({ collectionIds, documents }: Scope): string | undefined {
  const [first] = documents;
  const isSingle = documents.length === 1 && collectionIds.length === 0;
  return isSingle && first?.title === '' ? first.id : undefined;
}

function firstWords(parts: readonly { readonly type: string; readonly text?: string }[]): string {
  const text = parts.map((part) => part.text ?? '').join('');
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
