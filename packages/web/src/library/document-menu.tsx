import type { Collection, Document } from '@lectern/contracts';
import { ActionIcon, Menu } from '@mantine/core';
import {
  Ban,
  Download,
  Ellipsis,
  FileUp,
  FolderInput,
  KeyRound,
  Pencil,
  RotateCcw,
  Trash2,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { addressOf } from '../api/address-of.ts';
import { useTexts } from '../i18n/language.tsx';
import { unfinished } from './documents.ts';
import { EditDocuments } from './edit-documents.tsx';
import { mayChange } from './may-change.ts';
import { MoveDocuments } from './move-documents.tsx';
import { nameOf } from './sort-documents.ts';
import { UnlockDialog } from './unlock-dialog.tsx';
import { useDelete } from './use-delete.ts';
import { useCancel, useReplace, useRetry } from './use-document-tasks.ts';

/** Opens the menu of a document. The menu is created on demand, because a table has many. */
export function DocumentMenuButton(props: DocumentMenuProps) {
  const texts = useTexts('library');
  const [isWanted, setIsWanted] = useState(false);
  if (isWanted) return <DocumentMenu {...props} />;
  return (
    <ActionIcon
      aria-label={texts.options(nameOf(props.document))}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setIsWanted(true)}
    >
      <Ellipsis size={16} />
    </ActionIcon>
  );
}

interface DocumentMenuProps {
  readonly document: Document;
  readonly collections: readonly Collection[];
  /** Called when a delete begins; it can still be undone. */
  readonly onDelete?: () => void;
}

/** The menu of a document, open from the start. */
function DocumentMenu({ document, collections, onDelete }: DocumentMenuProps) {
  const texts = useTexts('library');
  const [dialog, setDialog] = useState<'password' | 'move' | 'edit'>();
  const [isOpened, setIsOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The menu returns the focus to the button that opened it.
    button.current?.focus();
    setIsOpened(true);
  }, []);
  const input = useRef<HTMLInputElement>(null);
  const remove = useDelete();
  const { id, status, error } = document;
  const retry = useRetry(document);
  const cancel = useCancel(document);
  const replace = useReplace(document);
  const canChange = mayChange(document, collections);
  const isOpen = unfinished.includes(status);
  return (
    <>
      <Menu position="bottom-end" shadow="md" opened={isOpened} onChange={setIsOpened}>
        <Menu.Target>
          <ActionIcon ref={button} aria-label={texts.options(nameOf(document))}>
            <Ellipsis size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component="a"
            href={addressOf('getDocumentFile', { id })}
            download
            leftSection={<Download size={16} />}
          >
            {texts.download}
          </Menu.Item>
          {canChange && (
            <>
              {isOpen && (
                <Menu.Item leftSection={<Ban size={16} />} onClick={() => cancel.mutate()}>
                  {texts.cancel}
                </Menu.Item>
              )}
              {error?.code === 'password_required' ? (
                <Menu.Item
                  leftSection={<KeyRound size={16} />}
                  onClick={() => setDialog('password')}
                >
                  {texts.unlock}
                </Menu.Item>
              ) : (
                (status === 'failed' || status === 'cancelled') && (
                  <Menu.Item
                    leftSection={<RotateCcw size={16} />}
                    onClick={() => retry.mutate(undefined)}
                  >
                    {texts.retry}
                  </Menu.Item>
                )
              )}
              <Menu.Item leftSection={<Pencil size={16} />} onClick={() => setDialog('edit')}>
                {texts.editDetails}
              </Menu.Item>
              <Menu.Item leftSection={<FileUp size={16} />} onClick={() => input.current?.click()}>
                {texts.replace}
              </Menu.Item>
              <Menu.Item leftSection={<FolderInput size={16} />} onClick={() => setDialog('move')}>
                {texts.move}
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item
                leftSection={<Trash2 size={16} />}
                onClick={() => {
                  remove([id]);
                  onDelete?.();
                }}
              >
                {texts.delete}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={texts.replace}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) replace.mutate(file);
          currentTarget.value = '';
        }}
      />
      <UnlockDialog
        document={document}
        isOpen={dialog === 'password'}
        onClose={() => setDialog(undefined)}
      />
      {dialog === 'edit' && (
        <EditDocuments documents={[document]} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'move' && (
        <MoveDocuments
          documents={[document]}
          collections={collections}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}
