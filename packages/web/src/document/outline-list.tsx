import type { DocumentOutline } from '@lectern/contracts';
import { Anchor, Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Hint } from '../components/hint.tsx';
import { QueryView } from '../components/query-view.tsx';
import { useTexts } from '../i18n/language.tsx';
import { documentOutlineQuery } from '../library/documents.ts';

type Heading = DocumentOutline['outline'][number];

export interface OutlineListProps {
  readonly documentId: string;
  readonly onOpen: (heading: Heading) => void;
}

/** Lists the headings of a document, each with a link to its place. */
export function OutlineList({ documentId, onOpen }: OutlineListProps) {
  const texts = useTexts('document');
  const query = useQuery(documentOutlineQuery(documentId));
  return (
    <Box py="md">
      <QueryView query={query}>
        {({ outline }) =>
          outline.length === 0 ? (
            <Text c="dimmed">{texts.noOutline}</Text>
          ) : (
            outline.map((heading) => (
              <Box key={heading.start} pl={(heading.level - 1) * 20} py={4}>
                <Anchor component="button" type="button" ta="left" onClick={() => onOpen(heading)}>
                  {heading.title}
                </Anchor>
                {heading.page !== null && (
                  <Hint span size="xs" ml="xs">
                    {texts.page(heading.page)}
                  </Hint>
                )}
              </Box>
            ))
          )
        }
      </QueryView>
    </Box>
  );
}
