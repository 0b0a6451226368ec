import type { Document } from '@lectern/contracts';
import { Group, Progress, Text, Tooltip } from '@mantine/core';
import {
  CircleAlert,
  CircleCheck,
  CircleSlash,
  Clock,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Hint } from '../components/hint.tsx';
import { useTexts } from '../i18n/language.tsx';

interface StateProps {
  readonly icon: LucideIcon;
  readonly color?: string | undefined;
  /** Said for the icon. */
  readonly label?: string | undefined;
  readonly textColor?: string | undefined;
  readonly children: ReactNode;
}

function State({ icon: Icon, color = 'currentColor', label, textColor, children }: StateProps) {
  return (
    <Group gap={6} wrap="nowrap">
      <Icon
        size={16}
        style={{ flexShrink: 0 }}
        color={color}
        {...(label ? { 'aria-label': label } : { 'aria-hidden': true })}
      />
      <Text size="sm" c={textColor} truncate>
        {children}
      </Text>
    </Group>
  );
}

/** Shows the status of a document with its progress. */
export function DocumentState({ document }: { readonly document: Document }) {
  const texts = useTexts('library');
  const { parserWarnings } = useTexts('document');
  const { status, progress, page_count, error, warnings } = document;
  if (status === 'ready') {
    const [first] = warnings;
    const warning = first && (parserWarnings[first.code] ?? first.message);
    return (
      <Tooltip label={warning} disabled={!warning} multiline maw={320}>
        <div>
          <State
            icon={warning ? TriangleAlert : CircleCheck}
            color={`var(--lectern-${warning ? 'warn' : 'good'})`}
            label={warning}
          >
            {texts.ready}
            {page_count ? <span data-pages>, {texts.pages(page_count)}</span> : null}
          </State>
        </div>
      </Tooltip>
    );
  }
  if (status === 'failed') {
    const reason = error ? texts[`error_${error.code}`] : '';
    const color = 'var(--mantine-color-error)';
    return (
      <Tooltip label={reason} multiline maw={320}>
        <div>
          <State icon={CircleAlert} color={color} textColor={color}>
            {texts.failed}
            <span className="visually-hidden">. {reason}</span>
          </State>
          {error && (
            <Hint size="xs" truncate aria-hidden>
              {texts[`short_${error.code}`]}
            </Hint>
          )}
        </div>
      </Tooltip>
    );
  }
  if (status === 'cancelled') return <State icon={CircleSlash}>{texts.cancelled}</State>;
  return (
    <div>
      <State icon={Clock}>
        {texts[status]}
        {progress.total > 1 ? ` ${progress.done}/${progress.total}` : ''}
      </State>
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
