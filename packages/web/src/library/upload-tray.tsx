import type { Document } from '@lectern/contracts';
import { ActionIcon, Anchor, Button, FileButton, Group, Progress, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useRouterState } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronUp, KeyRound, RotateCcw, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { describeError } from '../api/describe-error.ts';
import { useAction } from '../components/use-action.ts';
import { useFormats } from '../i18n/formats.ts';
import { useLanguage, useTexts } from '../i18n/language.tsx';
import { collectionsQuery } from './collections.ts';
import { retryDocument, unfinished } from './documents.ts';
import classes from './library.module.css';
import { mayPass, ReplaceButton } from './replace-button.tsx';
import { UnlockDialog } from './unlock-dialog.tsx';
import {
  addUploads,
  cancelAllUploads,
  cancelUpload,
  canRetry,
  clearUploads,
  isOpen,
  retryUpload,
  type Upload,
  useUploads,
} from './uploads.ts';

const rowHeight = 52;

/**
 * A bar at the lower edge with the uploads of this browser, until their documents are processed. The
 * list stands above it, over the page; it opens where documents are shown.
 */
export function UploadTray() {
  const texts = useTexts('library');
  const uploads = useUploads().filter(({ isAttached }) => !isAttached);
  const { documents, refetch } = useUploadedDocuments(uploads);
  const isLibrary = useRouterState({
    select: ({ location }) => /^\/(library|documents)/.test(location.pathname),
  });
  const [isShown, setIsShown] = useState(isLibrary);
  useEffect(() => setIsShown(isLibrary), [isLibrary]);
  const [locked, setLocked] = useState<Document>();
  const open = uploads.filter(isOpen);
  useLeaveWarning(open.some(({ isElsewhere }) => !isElsewhere));
  const isFailed = ({ upload: { state }, document }: Row) =>
    state === 'failed' || state === 'lost' || document?.status === 'failed';
  // Failed uploads stand first: they wait for the person.
  const rows = uploads
    .map((upload): Row => ({ upload, document: documents.get(upload.documentId ?? '') }))
    .toSorted((a, b) => Number(isFailed(b)) - Number(isFailed(a)));
  const failed = rows.filter(isFailed);
  const again = failed.filter(({ upload, document }) =>
    document ? mayPass(document) : canRetry(upload.id),
  );
  const retry = useAction(
    async (chosen: readonly Row[]) => {
      for (const { upload, document } of chosen) {
        if (document) await retryDocument(document.id);
        else retryUpload(upload.id);
      }
    },
    { onDone: () => void refetch() },
  );
  if (uploads.length === 0) return null;
  const sent = uploads.filter(({ state }) => state === 'sent' || state === 'duplicate').length;
  const ready = rows.filter(({ document }) => document?.status === 'ready').length;
  const bytes = uploads.reduce((sum, { size }) => sum + size, 0);
  const done = uploads.reduce((sum, one) => sum + (isOpen(one) ? one.sentBytes : one.size), 0);
  return (
    <section className={classes.tray} aria-label={texts.uploads}>
      {isShown && (
        <UploadRows rows={rows} onRetry={(row) => retry.mutate([row])} onUnlock={setLocked} />
      )}
      <Group gap="xs" wrap="nowrap">
        <ActionIcon
          aria-label={isShown ? texts.hideUploads : texts.showUploads}
          aria-expanded={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? <ChevronDown size={16} /> : <ChevronUp size={16} />}
        </ActionIcon>
        <Text fw={600} size="sm" role="status" mr="auto">
          {texts.uploadsDone(sent, uploads.length)}
          {ready > 0 && ` · ${texts.uploadsReady(ready)}`}
          {failed.length > 0 && (
            <Text span inherit c="var(--mantine-color-error)">
              {` · ${texts.uploadsFailed(failed.length)}`}
            </Text>
          )}
        </Text>
        {again.length > 1 && (
          <Button
            size="compact-sm"
            variant="default"
            loading={retry.isPending}
            onClick={() => retry.mutate(again)}
          >
            {texts.retryAll}
          </Button>
        )}
        {open.length > 0 ? (
          <Button size="compact-sm" variant="default" onClick={cancelAllUploads}>
            {texts.cancelAll}
          </Button>
        ) : (
          <Button size="compact-sm" variant="default" onClick={clearUploads}>
            {texts.clear}
          </Button>
        )}
      </Group>
      {open.length > 0 && (
        <Progress
          size="sm"
          mt={6}
          value={bytes ? (done / bytes) * 100 : 0}
          aria-label={texts.uploads}
        />
      )}
      {locked && (
        <UnlockDialog
          document={locked}
          isOpen
          onClose={() => {
            setLocked(undefined);
            void refetch();
          }}
        />
      )}
    </section>
  );
}

interface Row {
  readonly upload: Upload;
  /** Undefined until it is sent. */
  readonly document: Document | undefined;
}

interface RowActions {
  readonly onRetry: (row: Row) => void;
  readonly onUnlock: (document: Document) => void;
}

function UploadRows({ rows, ...actions }: RowActions & { readonly rows: readonly Row[] }) {
  const list = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => list.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  });
  return (
    <div ref={list} className={classes.uploads} tabIndex={0} role="list">
      <div style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return (
            row && (
              <div
                key={row.upload.id}
                role="listitem"
                className={classes.upload}
                style={{ transform: `translateY(${start}px)`, height: rowHeight }}
              >
                <UploadRow {...row} {...actions} />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

function UploadRow({ upload, document, onRetry, onUnlock }: Row & RowActions) {
  const { id, name, size, sentBytes, state, error, isElsewhere } = upload;
  const texts = useTexts('library');
  const language = useLanguage();
  const formats = useFormats();
  const { collectionId: shownId } = useParams({ strict: false });
  const place = useQuery(collectionsQuery).data?.find((one) => one.id === upload.collectionId);
  const words = {
    waiting: texts.waiting,
    sending: `${formats.bytes(sentBytes)} / ${formats.bytes(size)}`,
    sent: document ? texts[document.status] : texts.uploadSent,
    duplicate: texts.uploadDuplicate,
    failed: `${texts.failed}: ${describeError(error, language)}`,
    lost: texts.uploadLost,
  };
  const failure = document?.status === 'failed' ? (document.error?.code ?? 'internal') : undefined;
  const isBad = failure !== undefined || state === 'failed' || state === 'lost';
  const sentence = failure
    ? `${texts.failed}: ${texts[`error_${failure}`]}`
    : [
        words[state],
        isElsewhere && texts.uploadElsewhere,
        !isBad && place && place.id !== shownId && texts.uploadPlace(place.name),
      ]
        .filter(Boolean)
        .join(' · ');
  const isLocked = failure === 'password_required';
  const needsFile = state === 'lost' || (error instanceof ApiError && error.code === 'too_large');
  const canTryAgain = document
    ? failure && mayPass(document)
    : state === 'failed' && !needsFile && canRetry(id);
  return (
    <>
      <div className={classes.uploadText}>
        {document ? (
          <Anchor
            component={Link}
            to={`/documents/${document.id}`}
            size="sm"
            truncate
            display="block"
          >
            {name}
          </Anchor>
        ) : (
          <Text size="sm" truncate>
            {name}
          </Text>
        )}
        <Text size="xs" c={isBad ? 'var(--mantine-color-error)' : 'dimmed'} truncate>
          {sentence}
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
      {isLocked && document && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<KeyRound size={14} />}
          onClick={() => onUnlock(document)}
        >
          {texts.unlock}
        </Button>
      )}
      {failure && document && !isLocked && !mayPass(document) && (
        <ReplaceButton document={document} size="compact-sm" variant="default" />
      )}
      {needsFile && (
        <FileButton
          onChange={(file) => {
            if (!file) return;
            cancelUpload(id);
            addUploads(upload.collectionId, [{ file, name: file.name }]);
          }}
        >
          {({ onClick }) => (
            <Button size="compact-sm" variant="default" onClick={onClick}>
              {texts.chooseFile}
            </Button>
          )}
        </FileButton>
      )}
      {canTryAgain && (
        <ActionIcon
          aria-label={texts.retryUpload(name)}
          onClick={() => onRetry({ upload, document })}
        >
          <RotateCcw size={16} />
        </ActionIcon>
      )}
      {!document && state !== 'duplicate' && !isElsewhere && (
        <ActionIcon aria-label={texts.cancelUpload(name)} onClick={() => cancelUpload(id)}>
          <X size={16} />
        </ActionIcon>
      )}
    </>
  );
}

const followMs = 2_000;

/** Follows the documents of sent files until all are processed. */
function useUploadedDocuments(uploads: readonly Upload[]) {
  const ids = new Set(uploads.flatMap(({ documentId }) => documentId ?? []));
  const places = [
    ...new Set(uploads.filter((one) => one.documentId).map((one) => one.collectionId)),
  ];
  const { data, refetch } = useQuery({
    queryKey: ['uploaded', ...places, ids.size],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(
        places.map((id) =>
          call('listDocuments', {
            query: { collection_id: id, include_children: 'false', limit: 500 },
            signal,
          }),
        ),
      );
      return lists.flatMap(({ documents }) => documents.filter((one) => ids.has(one.id)));
    },
    enabled: places.length > 0,
    placeholderData: (earlier) => earlier,
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => unfinished.includes(status)) ? followMs : false,
  });
  return { documents: new Map((data ?? []).map((one) => [one.id, one])), refetch };
}

/** Warns before leaving the page, which would lose unsent files. */
function useLeaveWarning(isSending: boolean): void {
  useWindowEvent('beforeunload', (event) => {
    if (isSending) event.preventDefault();
  });
}
