import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { beginSearch } from '../evaluation-sets/marking.ts';
import { useTexts } from '../i18n/language.tsx';

export interface TraceLinkProps {
  readonly query: string;
  /** Opens the results without the trace. */
  readonly isPlain?: boolean;
}

/** Opens these words in Search. Words stay out of addresses. */
export function TraceLink({ query, isPlain = false }: TraceLinkProps) {
  const texts = useTexts('chat');
  return (
    <Anchor
      component={Link}
      to={isPlain ? '/search' : '/search?tune=true'}
      underline="always"
      size="sm"
      onClick={() => beginSearch(query)}
    >
      {isPlain ? texts.nearest : texts.traceOf}
    </Anchor>
  );
}
