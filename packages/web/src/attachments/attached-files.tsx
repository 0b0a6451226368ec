import { ActionIcon, Loader, Text } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { CircleAlert, FileText, X } from 'lucide-react';
import { useEffect } from 'react';
import { call } from '../api/call.ts';
import { describeError } from '../api/describe-error.ts';
import { useAction } from '../components/use-action.ts';
import { useFormats } from '../i18n/formats.ts';
import { useLanguage, useTexts } from '../i18n/language.tsx';
import { focusBeside } from '../lib/focus-content.ts';
import { deleteDocument, unfinished } from '../library/documents.ts';
import { cancelUpload, useUploads } from '../library/uploads.ts';
import classes from './attached-files.module.css';

export interface AttachedFilesProps {
  readonly collectionId: string;
  /** Called with true while a file is being uploaded or processed. */
  readonly onBusy: (isBusy: boolean) => void;
}

export function AttachedFiles({ collectionId, onBusy }: AttachedFilesProps) {
  const texts = useTexts('attachments');
  const reasons = useTexts('library');
  const language = useLanguage();
  const formats = useFormats();
  const uploads = useUploads().filter((one) => one.collectionId === collectionId);
  const open = uploads.filter(({ state }) => state !== 'sent' && state !== 'duplicate');
  const sent = uploads.length - open.length;
  const query = useQuery(attachedDocumentsQuery(collectionId, sent));
  const documents = query.data?.documents ?? [];
  const remove = useAction(deleteDocument, { onDone: () => void query.refetch() });
  const isBusy =
    open.some(({ state }) => state === 'waiting' || state === 'sending') ||
    (sent > 0 && (query.isPending || query.isPlaceholderData)) ||
    documents.some(({ status }) => unfinished.includes(status));
  useEffect(() => onBusy(isBusy), [isBusy, onBusy]);
  if (open.length === 0 && documents.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={texts.files}>
      {documents.map(({ id, title, file_name, status, error }) => (
        <AttachedFile
          key={id}
          name={file_name ?? title}
          state={status === 'failed' && error ? reasons[`error_${error.code}`] : texts[status]}
          kind={status === 'ready' ? 'done' : unfinished.includes(status) ? 'busy' : 'bad'}
          onRemove={() => remove.mutate(id)}
        />
      ))}
      {open.map(({ id, name, state, sentBytes, size, error }) => (
        <AttachedFile
          key={id}
          name={name}
          state={
            state === 'sending'
              ? texts.sending(formats.percent(size ? sentBytes / size : 0))
              : state === 'failed'
                ? describeError(error, language)
                : texts[state === 'waiting' ? 'waiting' : 'lost']
          }
          kind={state === 'sending' || state === 'waiting' ? 'busy' : 'bad'}
          onRemove={() => cancelUpload(id)}
        />
      ))}
    </ul>
  );
}

interface AttachedFileProps {
  readonly name: string;
  readonly state: string;
  readonly kind: 'busy' | 'done' | 'bad';
  readonly onRemove: () => void;
}

function AttachedFile({ name, state, kind, onRemove }: AttachedFileProps) {
  const texts = useTexts('attachments');
  return (
    <li className={classes.file} data-attached={kind}>
      {kind === 'busy' && <Loader size={16} aria-hidden />}
      {kind === 'done' && <FileText size={16} aria-hidden />}
      {kind === 'bad' && <CircleAlert size={16} aria-hidden color="var(--mantine-color-error)" />}
      <div className={classes.words}>
        <Text size="xs" fw={600} truncate title={name}>
          {name}
        </Text>
        <Text
          size="xs"
          c={kind === 'bad' ? 'var(--mantine-color-error)' : 'dimmed'}
          truncate
          title={state}
          role="status"
        >
          {state}
        </Text>
      </div>
      <ActionIcon
        size="sm"
        aria-label={texts.remove(name)}
        onClick={({ currentTarget }) => {
          focusBeside(currentTarget);
          onRemove();
        }}
      >
        <X size={14} />
      </ActionIcon>
    </li>
  );
}

const followMs = 1_000;
const maxShown = 100;

/** Queries the documents of a conversation, again after each upload and until all are processed. */
function attachedDocumentsQuery(collectionId: string, sent: number) {
  return queryOptions({
    queryKey: ['attached-documents', collectionId, sent],
    queryFn: ({ signal }) =>
      call('listDocuments', { query: { collection_id: collectionId, limit: maxShown }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.documents.some(({ status }) => unfinished.includes(status)) ? followMs : false,
  });
}
