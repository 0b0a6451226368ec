import type { FoundChunk, SearchResponse } from '@lectern/contracts';
import { Alert, Badge, Box, Group, SegmentedControl, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { describeWarning } from '../api/describe-warning.ts';
import { Empty } from '../components/empty.tsx';
import { QueryView } from '../components/query-view.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { useFormats } from '../i18n/formats.ts';
import { useLanguage, useTexts } from '../i18n/language.tsx';
import { HighlightedText } from './highlighted-text.tsx';
import { type AnswerMark, findMark, withMark } from './mark-answers.ts';
import classes from './search.module.css';
import type { Marking } from './use-marking.ts';

export interface ResultListProps {
  readonly search: UseQueryResult<SearchResponse>;
  /** Results of another search to compare with. */
  readonly compareWith?: readonly FoundChunk[] | undefined;
  /** Present while correct answers are marked. */
  readonly marking?: Marking | undefined;
}

export function ResultList({ search, compareWith, marking }: ResultListProps) {
  const texts = useTexts('search');
  const language = useLanguage();
  const formats = useFormats();
  return (
    <QueryView query={search}>
      {({ chunks, search_time_ms, warnings }) => (
        <>
          <Text size="sm" c="dimmed" role="status" mb="xs">
            {texts.found(chunks.length)} {texts.took(formats.duration(search_time_ms))}
          </Text>
          {warnings.map((warning) => (
            <Alert key={warning.code} color="yellow" mb="xs" py="xs">
              {describeWarning(warning, language)}
            </Alert>
          ))}
          {chunks.length === 0 && (
            <Empty icon={SearchX} title={texts.nothing}>
              {texts.nothingText}
            </Empty>
          )}
          <ol className={classes.results}>
            {chunks.map((chunk, index) => (
              <Result
                key={chunk.id}
                chunk={chunk}
                move={findMove(chunk, index, compareWith)}
                marking={marking}
              />
            ))}
          </ol>
        </>
      )}
    </QueryView>
  );
}

type Move = number | 'new' | undefined;

function findMove(
  chunk: FoundChunk,
  index: number,
  others: readonly FoundChunk[] | undefined,
): Move {
  if (!others) return undefined;
  const before = others.findIndex(({ id }) => id === chunk.id);
  return before < 0 ? 'new' : before - index;
}

interface ResultProps {
  readonly chunk: FoundChunk;
  readonly move: Move;
  readonly marking: Marking | undefined;
}

function Result({ chunk, move, marking }: ResultProps) {
  const texts = useTexts('search');
  const formats = useFormats();
  const { document_id, document_title, collection_name, text, highlights, metadata, scores } =
    chunk;
  const place = [
    collection_name,
    metadata?.page && texts.page(metadata.page),
    metadata?.section,
  ].filter(Boolean);
  return (
    <Box component="li" className={classes.result}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Link
          to="/documents/$documentId"
          params={{ documentId: document_id }}
          search={
            metadata
              ? {
                  start: metadata.start,
                  end: metadata.end,
                  ...(metadata.page !== null && { page: metadata.page }),
                }
              : {}
          }
          className={classes.title}
        >
          {document_title}
        </Link>
        {move === 'new' && <Badge variant="light">{texts.onlyHere}</Badge>}
        {typeof move === 'number' && move !== 0 && (
          <StateBadge kind="quiet">{texts.moved(move)}</StateBadge>
        )}
        {scores && (
          <Text size="xs" c="dimmed" title={texts.relevance(formats.percent(scores.relevance))}>
            {formats.percent(scores.relevance)}
          </Text>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {place.join(' · ')}
      </Text>
      <Box className={classes.text}>
        <HighlightedText text={text} highlights={highlights ?? []} />
      </Box>
      {marking && <AnswerMarkControl chunk={chunk} marking={marking} />}
    </Box>
  );
}

interface AnswerMarkControlProps {
  readonly chunk: FoundChunk;
  readonly marking: Marking;
}

function AnswerMarkControl({ chunk, marking }: AnswerMarkControlProps) {
  const texts = useTexts('search');
  const { answers, setAnswers } = marking;
  return (
    <SegmentedControl
      size="xs"
      mt={6}
      aria-label={texts.markOf(chunk.document_title)}
      value={findMark(chunk, answers)}
      onChange={(mark) => setAnswers(withMark(chunk, mark as AnswerMark, answers))}
      data={[
        { value: 'none', label: texts.markNone },
        { value: 'passage', label: texts.markPassage },
        { value: 'document', label: texts.markDocument },
      ]}
    />
  );
}
