import type { Citation } from '@lectern/contracts';
import { Box, Text, UnstyledButton } from '@mantine/core';
import { FileText } from 'lucide-react';
import { useTexts } from '../i18n/language.tsx';
import { CitationChip } from './citation-chip.tsx';
import classes from './source-list.module.css';

export interface SourceListProps {
  readonly citations: readonly Citation[];
  readonly openN: number | undefined;
  readonly onOpen: (n: number) => void;
}

/** Lists the documents of an answer with their citations; a name opens its first citation. */
export function SourceList({ citations, openN, onOpen }: SourceListProps) {
  const texts = useTexts('documentViewer');
  const documents = [...Map.groupBy(citations, ({ document_id }) => document_id).values()];
  return (
    <Box role="group" mt="md" aria-label={texts.sources}>
      <Text component="h3" size="sm" fw={600} c="dimmed" m={0} mb={6}>
        {texts.sources}
      </Text>
      <ul className={classes.list}>
        {documents.map((cited) => (
          <li key={cited[0]?.document_id} className={classes.source}>
            <FileText size={16} aria-hidden className={classes.icon} />
            <UnstyledButton
              fz="sm"
              className={classes.title}
              title={cited[0]?.title}
              onClick={() => onOpen(cited[0]?.n ?? 0)}
            >
              {cited[0]?.title || texts.closed}
            </UnstyledButton>
            <span className={classes.chips}>
              {cited.map((citation) => (
                <CitationChip
                  key={citation.n}
                  n={citation.n}
                  citation={citation}
                  isOpen={openN === citation.n}
                  onOpen={onOpen}
                />
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Box>
  );
}
