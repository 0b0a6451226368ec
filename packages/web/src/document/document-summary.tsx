import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { MarkdownText } from '../chat/markdown-text.tsx';
import { Hint } from '../components/hint.tsx';
import { QueryView } from '../components/query-view.tsx';
import { useLanguage, useTexts } from '../i18n/language.tsx';

/** A place in the document's text, in code points. */
export interface PassagePlace {
  readonly start: number;
  readonly end?: number;
  readonly page: number | null;
}

export interface DocumentSummaryProps {
  readonly documentId: string;
  /** Changes with the text of the document. */
  readonly version: number;
  readonly onOpen: (place: PassagePlace) => void;
}

/** Lets a model summarise the document. The service keeps the summary. */
export function DocumentSummary({ documentId: id, version, onOpen }: DocumentSummaryProps) {
  const texts = useTexts('document');
  const chat = useTexts('chat');
  const { language } = useLanguage();
  const query = useQuery({
    queryKey: ['document', id, 'summary', version, language],
    queryFn: ({ signal }) =>
      call('summarizeDocument', { params: { id }, body: { language }, signal }),
    retry: false,
    refetchOnWindowFocus: false,
  });
  return (
    <>
      {query.isFetching && (
        <Hint role="status" my="sm">
          {texts.summarizing}
        </Hint>
      )}
      <QueryView query={query}>
        {({ text, citations, model, passages, passages_read: read }) => (
          <Box maw="72ch" py="sm">
            <MarkdownText
              text={text}
              isWriting={false}
              citations={citations}
              openN={undefined}
              onOpen={(n) => {
                const cited = citations.find((one) => one.n === n);
                if (cited) onOpen(cited);
              }}
            />
            {read < passages && <Hint mt="md">{texts.summaryOfPart(read, passages)}</Hint>}
            {model && (
              <Hint size="xs" mt="xs">
                {chat.writtenBy(model)}
              </Hint>
            )}
          </Box>
        )}
      </QueryView>
    </>
  );
}
