import type { Citation } from '@lectern/contracts';
import { HoverCard, Text } from '@mantine/core';
import { Hint } from '../components/hint.tsx';
import { useTexts } from '../i18n/language.tsx';
import classes from './citation-chip.module.css';

/** Fields of a citation that a chip shows. */
export type CitedWords = Pick<
  Citation,
  'n' | 'title' | 'url' | 'page' | 'quote' | 'supported' | 'withheld'
>;

export interface CitationChipProps {
  readonly n: number;
  /** Absent while the answer is being written. */
  readonly citation: CitedWords | undefined;
  readonly isOpen: boolean;
  readonly onOpen: (n: number) => void;
}

/** Shows the quote on hover and opens the source on click. */
export function CitationChip({ n, citation, isOpen, onOpen }: CitationChipProps) {
  const texts = useTexts('documentViewer');
  if (!citation) return <span className={classes.waiting}>{n}</span>;
  const { page, quote, supported, withheld } = citation;
  const title = citation.title || texts.closed;
  return (
    <HoverCard
      width={360}
      shadow="md"
      openDelay={200}
      position="top"
      withinPortal
      // The open source would be covered.
      disabled={isOpen}
    >
      <HoverCard.Target>
        <button
          type="button"
          className={classes.chip}
          data-open={isOpen || undefined}
          data-weak={supported ? undefined : true}
          aria-label={texts.sourceOf(n, title, page)}
          aria-pressed={isOpen}
          onClick={() => onOpen(n)}
        >
          {n}
        </button>
      </HoverCard.Target>
      <HoverCard.Dropdown>
        <Text size="sm" fw={600} lineClamp={2}>
          {title}
        </Text>
        {page !== null && <Hint size="xs">{texts.page(page)}</Hint>}
        {withheld ? (
          <Hint mt={6}>{texts[`withheld_${withheld}`]}</Hint>
        ) : (
          <Text
            component="blockquote"
            size="sm"
            m={0}
            mt={6}
            className={classes.quote}
            lineClamp={8}
          >
            {quote}
          </Text>
        )}
        {!supported && (
          <Text size="xs" mt={6} c="var(--lectern-warn)">
            {texts.unsupported}
          </Text>
        )}
      </HoverCard.Dropdown>
    </HoverCard>
  );
}
