import type { Document } from '@lectern/contracts';
import { Group, Progress, Text, Tooltip } from '@mantine/core';
import { CircleAlert, CircleCheck, CircleSlash, Clock, TriangleAlert } from 'lucide-react';
import { Hint } from '../components/hint.tsx';
import { useTexts } from '../i18n/language.tsx';

const unshrunk = { flexShrink: 0 };

/** Shows the status of a document with its progress. */
export function DocumentState({ document }: { readonly document: Document }) {
  const texts = useTexts('library');
  const { parserWarnings } = useTexts('document');
  const { status, progress, page_count, error, warnings } = document;
  if (status === 'ready') {
    const [first] = warnings;
    const warning = first && (parserWarnings[first.code] ?? first.message);
    return (
      <Group gap={6} wrap="nowrap">
        {warning ? (
          <Tooltip label={warning} multiline maw={320}>
            <TriangleAlert
              size={16}
              style={unshrunk}
              color="var(--lectern-warn)"
              aria-label={warning}
            />
          </Tooltip>
        ) : (
          <CircleCheck size={16} style={unshrunk} color="var(--lectern-good)" aria-hidden />
        )}
        <Text size="sm" truncate>
          {texts.ready}
          {page_count ? <span data-pages>, {texts.pages(page_count)}</span> : null}
        </Text>
      </Group>
    );
  }
  if (status === 'failed') {
    const reason = error ? texts[`error_${error.code}`] : '';
    return (
      <Tooltip label={reason} multiline maw={320}>
        <div>
          <Group gap={6} wrap="nowrap">
            <CircleAlert
              size={16}
              style={unshrunk}
              color="var(--mantine-color-error)"
              aria-hidden
            />
            <Text size="sm" c="var(--mantine-color-error)" truncate>
              {texts.failed}
              <span className="visually-hidden">. {reason}</span>
            </Text>
          </Group>
          {error && (
            <Hint size="xs" truncate aria-hidden>
              {texts[`short_${error.code}`]}
            </Hint>
          )}
        </div>
      </Tooltip>
    );
  }
  if (status === 'cancelled') {
    return (
      <Group gap={6} wrap="nowrap">
        <CircleSlash size={16} style={unshrunk} aria-hidden />
        <Text size="sm">{texts.cancelled}</Text>
      </Group>
    );
  }
  return (
    <div>
      <Group gap={6} wrap="nowrap">
        <Clock size={14} style={unshrunk} aria-hidden />
        <Text size="sm" truncate>
          {texts[status]}
          {progress.total > 1 ? ` ${progress.done}/${progress.total}` : ''}
        </Text>
      </Group>
      {progress.total > 0 && (
        <Progress
          size="xs"
          mt={2}
          value={(progress.done / progress.total) * 100}
          aria-label={texts[status]}
        />
      )}
    </div>
  );
}
