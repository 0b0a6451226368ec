import { useQueries } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { Hint } from '../components/hint.tsx';
import { useTexts } from '../i18n/language.tsx';
import { unfinished } from '../library/documents.ts';
import { TraceLink } from './trace-link.tsx';

/** Says what helps where the documents do not answer. */
export function AbstainedHint({ query }: { readonly query: string }) {
  const texts = useTexts('chat');
  const isProcessing = useQueries({
    queries: unfinished.map((status) => ({
      queryKey: ['unfinished', status],
      queryFn: () => call('listDocuments', { query: { status, limit: 1 } }),
      staleTime: 0,
    })),
    combine: (results) => results.some(({ data }) => (data?.documents.length ?? 0) > 0),
  });
  return (
    <Hint>
      {isProcessing ? texts.stillProcessing : texts.abstainedHint}{' '}
      <TraceLink query={query} isPlain />
    </Hint>
  );
}
