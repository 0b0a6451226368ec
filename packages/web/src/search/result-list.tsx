import type { FoundChunk, SearchResponse } from '@lectern/contracts';
import { Alert, Badge, Box, Group, SegmentedControl } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { describeWarning } from '../api/describe-warning.ts';
import { Empty } from '../components/empty.tsx';
import { Hint } from '../components/hint.tsx';
import { QueryView } from '../components/query-view.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { type Formats, useFormats } from '../i18n/formats.ts';
import { useLanguage, useTexts } from '../i18n/language.tsx';
import type { Texts } from '../i18n/texts.ts';
import { HighlightedText } from './highlighted-text.tsx';
import { type AnswerMark, findMark, withMark } from './mark-answers.ts';
import classes from './search.module.css';
import type { Marking } from './use-marking.ts';

export interface ResultListProps {
  readonly search: UseQueryResult<SearchResponse>;
  readonly compareWith?: readonly FoundChunk[] | undefined;
  /** Present while correct answers are marked. */
  readonly marking?: Marking | undefined;
  /** True if the passages of a document follow one another. */
  readonly isGrouped?: boolean;
}

export function ResultList({ search, compareWith, marking, isGrouped }: ResultListProps) {
  const texts = useTexts('search');
  const language = useLanguage();
  const formats = useFormats();
  return (
    <QueryView query={search}>
      {({ chunks, search_time_ms, warnings }) => (
        <>
          <Hint role="status" mb="xs">
            {texts.countPassages(chunks.length)} {texts.took(formats.duration(search_time_ms))}
          </Hint>
          {warnings.map((warning) => (
            <Alert key={warning.code} color="yellow" mb="xs" py="xs">
              {describeWarning(warning, language)}
            </Alert>
          ))}
          {chunks.length === 0 && (
            <Empty icon={SearchX} title={texts.noResults}>
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
                isFurther={
                  isGrouped === true && chunks[index - 1]?.document_id === chunk.document_id
                }
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
  /** True for another passage of the document before it. */
  readonly isFurther: boolean;
}

function Result({ chunk, move, marking, isFurther }: ResultProps) {
  const texts = useTexts('search');
  const formats = useFormats();
  const { document_id, document_title, collection_name, text, highlights, metadata, scores } =
    chunk;
  const place = [
    !isFurther && collection_name,
    !isFurther && metadata && readDate(metadata, texts, formats),
    metadata?.page && texts.page(metadata.page),
    metadata?.section,
  ].filter(Boolean);
  return (
    <Box component="li" className={classes.result} {...(isFurther && { 'data-further': true })}>
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
          {isFurther ? place.join(' · ') || document_title : document_title}
        </Link>
        {chunk.corrected && <StateBadge kind="quiet">{texts.corrected}</StateBadge>}
        {move === 'new' && <Badge variant="light">{texts.onlyHere}</Badge>}
        {typeof move === 'number' && move !== 0 && (
          <StateBadge kind="quiet">{texts.moved(move)}</StateBadge>
        )}
        {scores && (
          <Hint size="xs" title={texts.relevance(formats.percent(scores.relevance))}>
            {formats.percent(scores.relevance)}
          </Hint>
        )}
      </Group>
      {!isFurther && <Hint size="xs">{place.join(' · ')}</Hint>}
      <Box className={classes.text}>
        <HighlightedText text={text} highlights={highlights ?? []} />
      </Box>
      {chunk.newer_version && (
        <OtherPlaces name={texts.newerVersion} places={[chunk.newer_version]} />
      )}
      {chunk.duplicates && <OtherPlaces name={texts.alsoIn} places={chunk.duplicates} />}
      {marking && <AnswerMarkControl chunk={chunk} marking={marking} />}
    </Box>
  );
}

interface OtherPlacesProps {
  readonly name: string;
  readonly places: readonly {
    readonly id: string;
    readonly document_id: string;
    readonly document_title: string;
  }[];
}

/** Links to the documents of other passages, each once. */
function OtherPlaces({ name, places }: OtherPlacesProps) {
  const documents = [...new Map(places.map((place) => [place.document_id, place])).values()];
  return (
    <Hint size="xs" mt={4}>
      {name}:{' '}
      {documents.map(({ id, document_id, document_title }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <Link
            to="/documents/$documentId"
            params={{ documentId: document_id }}
            search={{}}
            className={classes.place}
          >
            {document_title}
          </Link>
        </span>
      ))}
    </Hint>
  );
}

type SearchTexts = Texts['search'];

/** Returns the date of a document, and which one it is. */
function readDate(
  { document_date, date_source }: NonNullable<FoundChunk['metadata']>,
  texts: SearchTexts,
  formats: Formats,
): string | undefined {
  if (!document_date || !date_source) return undefined;
  // Noon shows the day of UTC in every time zone of the page.
  const date = formats.date(`${document_date.slice(0, 10)}T12:00`);
  if (date_source === 'uploaded') return texts.uploaded(date);
  if (date_source === 'sent') return texts.sent(date);
  if (date_source === 'created') return texts.created(date);
  return /^(?:modified|updated)/.test(date_source) ? texts.changed(date) : date;
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
        { value: 'passage', label: texts.passage },
        { value: 'document', label: texts.document },
      ]}
    />
  );
}
