import { ActionIcon, Alert, Box, CloseButton, Group, Text, Tooltip } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, ExternalLink } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { addressOf } from '../api/address-of.ts';
import { ApiError } from '../api/api-error.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Hint } from '../components/hint.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { Loading } from '../components/loading.tsx';
import { DocumentView } from '../document-viewer/document-view.tsx';
import { useTexts } from '../i18n/language.tsx';
import { documentQuery } from '../library/documents.ts';
import classes from './evidence-pane.module.css';
import type { OpenSource, Source } from './source.ts';

export interface EvidencePaneProps {
  readonly sources: readonly Source[];
  readonly open: Source;
  readonly onOpen: (source: OpenSource) => void;
  readonly onClose: () => void;
}

export function EvidencePane({ sources, open, onOpen, onClose }: EvidencePaneProps) {
  const texts = useTexts('documentViewer');
  const { citation } = open;
  const pane = useFocusBack();
  const document = useQuery({
    ...documentQuery(citation.document_id),
    ...(citation.withheld && { queryFn: skipToken }),
  });
  const withheld = citation.withheld ?? (isGone(document.error) ? 'document_unavailable' : null);
  /** Another version may have anything at the place of a correction. */
  const isPlaceKnown = citation.corrected && document.data?.version === citation.version;
  const index = sources.findIndex(({ key }) => key === open.key);
  const step = (by: number) => {
    const next = sources[(index + by + sources.length) % sources.length];
    if (next) onOpen(next);
  };
  return (
    <Box ref={pane} className={classes.pane} data-source={open.key}>
      <Box className={classes.head}>
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <Text fw={600} truncate component="h2" size="md" m={0}>
            {document.data ? (
              <Link
                to="/documents/$documentId"
                params={{ documentId: citation.document_id }}
                className={classes.title}
              >
                {document.data.title || citation.title}
              </Link>
            ) : (
              citation.title || texts.closed
            )}
          </Text>
          <Group gap={2} wrap="nowrap">
            <IconButton
              label={texts.previous}
              disabled={sources.length < 2}
              onClick={() => step(-1)}
            >
              <ChevronLeft size={18} />
            </IconButton>
            <Hint size="xs" aria-live="polite" className={classes.place}>
              {texts.place(index + 1, sources.length)}
            </Hint>
            <IconButton label={texts.next} disabled={sources.length < 2} onClick={() => step(1)}>
              <ChevronRight size={18} />
            </IconButton>
            {!withheld && (
              <Tooltip label={texts.original}>
                <ActionIcon
                  component="a"
                  href={
                    document.data?.url ??
                    addressOf('getDocumentFile', { id: citation.document_id }) +
                      (citation.page ? `#page=${citation.page}` : '')
                  }
                  target="_blank"
                  rel="noreferrer"
                  aria-label={texts.original}
                >
                  <ExternalLink size={16} />
                </ActionIcon>
              </Tooltip>
            )}
            <CloseButton aria-label={texts.close} onClick={onClose} />
          </Group>
        </Group>
        {!citation.supported && (
          <Alert color="yellow" py={6} mt={6}>
            {texts.unsupported}
          </Alert>
        )}
      </Box>
      <Box className={classes.body}>
        {citation.corrected && !withheld && (
          <Alert color="blue" m="md" title={texts.corrected}>
            {citation.quote}
          </Alert>
        )}
        {withheld && (
          <Alert color="yellow" m="md" role="status" data-withheld>
            {texts[`withheld_${withheld}`]}
          </Alert>
        )}
        {document.isError && !withheld && (
          <Box p="md">
            <ErrorNotice error={document.error} onRetry={() => void document.refetch()} />
          </Box>
        )}
        {document.isPending && !withheld && (
          <Box p="md">
            <Loading lines={10} />
          </Box>
        )}
        {document.data && !withheld && (
          <DocumentView
            key={citation.document_id}
            document={document.data}
            passage={isPlaceKnown ? { ...citation, quote: undefined } : citation}
            isBeside
          />
        )}
      </Box>
    </Box>
  );
}

/** The service does not distinguish deleted documents from those without access. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'document_not_found';
}

/**
 * Returns the focus to its earlier element when the element with this ref is removed with the focus
 * inside.
 */
function useFocusBack(): RefObject<HTMLDivElement | null> {
  const part = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = part.current;
    const before = document.activeElement;
    return () => {
      const isInPart = element?.contains(document.activeElement) ?? false;
      if (isInPart && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return part;
}
