import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { beginSearch } from '../evaluation-sets/marking.ts';
import { useTexts } from '../texts/language.tsx';
import { chatTexts } from './chat-texts.ts';

/** Leads to the search for these words, with what it kept and removed. Words stay out of addresses. */
export function TraceLink({ query }: { readonly query: string }) {
  const texts = useTexts(chatTexts);
  return (
    <Anchor
      component={Link}
      to="/search?tune=true"
      underline="always"
      size="sm"
      onClick={() => beginSearch(query)}
    >
      {texts.traceOf}
    </Anchor>
  );
}
