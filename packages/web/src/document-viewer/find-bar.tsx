import { CloseButton, Group, TextInput } from '@mantine/core';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { Hint } from '../components/hint.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { useTexts } from '../i18n/language.tsx';
import type { Find } from './use-find.ts';

export interface FindBarProps {
  readonly find: Find;
  /** Returns the focus to the document. */
  readonly onClose: () => void;
}

/** Finds words in the document; Enter opens the next match, Shift+Enter the previous one. */
export function FindBar({ find: { query, setQuery, hits, at, step }, onClose }: FindBarProps) {
  const texts = useTexts('reader');
  const isEmpty = query.trim() === '';
  return (
    <Group
      role="search"
      px="md"
      pb={6}
      gap={4}
      wrap="nowrap"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <TextInput
        size="xs"
        flex={1}
        maw={320}
        aria-label={texts.find}
        placeholder={texts.find}
        value={query}
        autoFocus
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => setQuery(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
        }}
        data-find
      />
      <Hint size="xs" miw={64} ta="center" role="status">
        {!isEmpty && (hits.length === 0 ? texts.noMatch : texts.match(at + 1, hits.length))}
      </Hint>
      <IconButton
        label={texts.previousMatch}
        isInactive={hits.length === 0}
        onClick={() => step(-1)}
      >
        <ChevronUp size={18} />
      </IconButton>
      <IconButton label={texts.nextMatch} isInactive={hits.length === 0} onClick={() => step(1)}>
        <ChevronDown size={18} />
      </IconButton>
      <CloseButton size="sm" aria-label={texts.closeFind} onClick={onClose} />
    </Group>
  );
}
