import type { Collection } from '@lectern/contracts';
import { ActionIcon, Button, Card, Group, Progress, Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { RotateCcw, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useFormats } from '../i18n/formats.ts';
import { useLanguage, useTexts } from '../i18n/language.tsx';
import classes from './library.module.css';
import {
  cancelAllUploads,
  cancelUpload,
  canRetry,
  clearUploads,
  retryUpload,
  type Upload,
  useUploads,
} from './uploads.ts';

const rowHeight = 52;

export interface UploadPanelProps {
  readonly collections: readonly Collection[];
  /** Uploads to other collections show their target. */
  readonly shownId: string | undefined;
}

export function UploadPanel({ collections, shownId }: UploadPanelProps) {
  const texts = useTexts('library');
  const uploads = useUploads();
  const list = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: uploads.length,
    getScrollElement: () => list.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  });
  const open = uploads.filter(({ state }) => state === 'waiting' || state === 'sending');
  useLeaveWarning(open.length > 0);
  if (uploads.length === 0) return null;
  const sent = uploads.filter(({ state }) => state === 'sent' || state === 'duplicate');
  const failed = uploads.length - open.length - sent.length;
  const bytes = uploads.reduce((sum, { size }) => sum + size, 0);
  const done = uploads.reduce(
    (sum, { size, sentBytes, state }) =>
      sum + (state === 'sending' || state === 'waiting' ? sentBytes : size),
    0,
  );
  return (
    <Card withBorder mb="md" component="section" aria-label={texts.uploads}>
      <Group justify="space-between">
        <Text fw={600} size="sm" role="status">
          {texts.uploadsDone(sent.length, uploads.length)}
          {failed > 0 && (
            <Text span c="var(--mantine-color-error)">
              {` · ${texts.uploadsFailed(failed)}`}
            </Text>
          )}
        </Text>
        {open.length > 0 ? (
          <Button size="compact-sm" variant="default" onClick={cancelAllUploads}>
            {texts.cancelAll}
          </Button>
        ) : (
          <Button size="compact-sm" variant="default" onClick={clearUploads}>
            {texts.clearUploads}
          </Button>
        )}
      </Group>
      {open.length > 0 && (
        <Progress value={bytes ? (done / bytes) * 100 : 0} my="xs" aria-label={texts.uploads} />
      )}
      <div ref={list} className={classes.uploads} tabIndex={0} role="list">
        <div style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const upload = uploads[index];
            return (
              upload && (
                <div
                  key={upload.id}
                  role="listitem"
                  className={classes.upload}
                  style={{ transform: `translateY(${start}px)`, height: rowHeight }}
                >
                  <UploadRow
                    upload={upload}
                    place={
                      upload.collectionId === shownId
                        ? undefined
                        : collections.find(({ id }) => id === upload.collectionId)?.name
                    }
                  />
                </div>
              )
            );
          })}
        </div>
      </div>
    </Card>
  );
}

interface UploadRowProps {
  readonly upload: Upload;
  readonly place: string | undefined;
}

function UploadRow({ upload, place }: UploadRowProps) {
  const { id, name, size, sentBytes, state, error } = upload;
  const texts = useTexts('library');
  const language = useLanguage();
  const formats = useFormats();
  const words = {
    waiting: texts.uploadWaiting,
    sending: `${formats.bytes(sentBytes)} / ${formats.bytes(size)}`,
    sent: texts.uploadSent,
    duplicate: texts.uploadDuplicate,
    failed: `${texts.uploadFailed}: ${describeError(error, language)}`,
    lost: texts.uploadLost,
  };
  const isBad = state === 'failed' || state === 'lost';
  return (
    <>
      <div className={classes.uploadText}>
        <Text size="sm" truncate>
          {name}
        </Text>
        <Text size="xs" c={isBad ? 'var(--mantine-color-error)' : 'dimmed'} truncate>
          {words[state]}
          {place && !isBad && ` · ${texts.uploadPlace(place)}`}
        </Text>
      </div>
      {state === 'sending' && (
        <Progress
          value={size ? (sentBytes / size) * 100 : 0}
          w={90}
          size="sm"
          aria-label={`${texts.uploads}: ${name}`}
        />
      )}
      {state === 'failed' && canRetry(id) && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={texts.retryUpload(name)}
          onClick={() => retryUpload(id)}
        >
          <RotateCcw size={16} />
        </ActionIcon>
      )}
      {state !== 'sent' && state !== 'duplicate' && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={texts.cancelUpload(name)}
          onClick={() => cancelUpload(id)}
        >
          <X size={16} />
        </ActionIcon>
      )}
    </>
  );
}

/** Warns before leaving the page, which would lose unsent files. */
function useLeaveWarning(isSending: boolean): void {
  useEffect(() => {
    if (!isSending) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isSending]);
}
