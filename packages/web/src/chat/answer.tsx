import type { Citation, Warning } from '@lectern/contracts';
import { Alert, Box, Text } from '@mantine/core';
import { Info } from 'lucide-react';
import { memo, Suspense, useCallback, useMemo } from 'react';
import { describeWarning } from '../api/describe-warning.ts';
import type { OpenSource } from '../citations/source.ts';
import { SourceList } from '../citations/source-list.tsx';
import { Hint } from '../components/hint.tsx';
import { type LoadedLanguage, useLanguage, useTexts } from '../i18n/language.tsx';
import { lazyComponent } from '../lib/lazy-component.ts';
import { AbstainedHint } from './abstained-hint.tsx';
import { AnswerTools } from './answer-tools.tsx';
import { type ChatMessage, citationsOf, textOf } from './chat-message.ts';
import type { ChatSession } from './chat-session.ts';
import { FailedAnswerButtons } from './failed-answer-buttons.tsx';
import { MessageApprovals } from './message-approvals.tsx';
import classes from './message-list.module.css';
import { Steps } from './steps.tsx';

/** Loaded on demand: a new conversation needs it only for its first answer. */
const MarkdownText = lazyComponent(() => import('./markdown-text.tsx'), 'MarkdownText');

const noCitations: readonly Citation[] = [];

/** Warnings that every stopped answer would have. */
const impliedByStop = new Set(['stopped', 'answer_without_citations']);

export interface AnswerProps {
  readonly session: ChatSession;
  readonly message: ChatMessage;
  readonly isWriting: boolean;
  /** True while any answer of the conversation is being written. */
  readonly isBusy: boolean;
  /** Number of the citation whose source is open. */
  readonly openN: number | undefined;
  readonly onOpenSource: (source: OpenSource) => void;
}

export const Answer = memo(function Answer(props: AnswerProps) {
  const { session, message, isWriting, isBusy, openN, onOpenSource } = props;
  const { id } = message;
  const texts = useTexts('chat');
  const language = useLanguage();
  const checked = citationsOf(message);
  const citations = checked?.citations ?? noCitations;
  const text = textOf(message);
  const { status, route, tool_calls: toolCalls = [] } = message.metadata ?? {};
  const warnings = (checked?.warnings ?? []).filter(
    ({ code }) => status !== 'stopped' || !impliedByStop.has(code),
  );
  const places = useMemo(
    () => (checked?.warnings ?? []).flatMap((warning) => warning.places ?? []),
    [checked],
  );
  const searchedFor = toolCalls
    .map(({ arguments: { query } }) => query)
    .find((query) => typeof query === 'string');
  const open = useCallback(
    (n: number) => onOpenSource({ key: `${id}.${n}`, messageId: id, n }),
    [id, onOpenSource],
  );
  return (
    <Box component="article" className={classes.answer}>
      <h2 className="visually-hidden">{texts.lectern}</h2>
      <Suspense
        fallback={
          <div className={classes.plain} data-plain>
            {text.replace(/\s?\[\d*\]?/g, '')}
          </div>
        }
      >
        <MarkdownText
          text={text}
          isWriting={isWriting}
          citations={citations}
          places={places}
          openN={openN}
          onOpen={open}
        />
      </Suspense>
      {checked?.abstained && text === '' && <Text c="dimmed">{texts.abstained}</Text>}
      {checked?.abstained && searchedFor && <AbstainedHint query={searchedFor} />}
      {status === 'failed' && (
        <>
          <Text c="var(--mantine-color-error)">{texts.answerFailed}</Text>
          {!isBusy && <FailedAnswerButtons session={session} messageId={id} />}
        </>
      )}
      {status === 'stopped' && <Hint>{texts.stopped}</Hint>}
      {warnings.map((warning) => (
        <Alert
          key={warning.code}
          color="yellow"
          variant="light"
          icon={<Info size={18} />}
          mt="sm"
          py="xs"
        >
          {describeAnswerWarning(warning, citations, language)}
        </Alert>
      ))}
      <MessageApprovals session={session} message={message} />
      {citations.length > 0 && <SourceList citations={citations} openN={openN} onOpen={open} />}
      {toolCalls.length > 0 && (
        <Steps calls={toolCalls} route={route} evidence={checked?.evidence} />
      )}
      {!isWriting && status !== 'waiting' && (
        <AnswerTools session={session} message={message} isBusy={isBusy} />
      )}
    </Box>
  );
});

/** Returns the warning of an answer in the given language, or the service's sentence. */
function describeAnswerWarning(
  warning: Warning,
  citations: readonly Citation[],
  language: LoadedLanguage,
): string {
  const { chat: texts, modelProblems } = language.texts;
  const { code, message } = warning;
  switch (code) {
    case 'citation_unsupported': {
      const unsupported = citations.filter(({ supported }) => !supported).map(({ n }) => `[${n}]`);
      return unsupported.length > 0 ? texts.unsupported(unsupported.join(', ')) : message;
    }
    case 'answer_without_citations':
      return texts.withoutCitations;
    case 'citation_invalid':
      return texts.invalidCitation;
    case 'answer_cut':
      return texts.answerCut;
    case 'model_fallback':
      // The English sentence of the service names the models.
      return language.language === 'en' ? message : texts.modelFallback;
    case 'retrieval_unavailable':
      return texts.searchUnavailable;
    default:
      return (
        (modelProblems as Readonly<Record<string, string>>)[code] ??
        describeWarning(warning, language)
      );
  }
}
