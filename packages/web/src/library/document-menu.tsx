import type { Collection, Document } from '@lectern/contracts';
import { ActionIcon, Button, Group, Menu, Modal, PasswordInput, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import {
  Ban,
  Download,
  Ellipsis,
  FileUp,
  FolderInput,
  KeyRound,
  RotateCcw,
  Trash2,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { addressOf } from '../api/address-of.ts';
import { upload } from '../api/call.ts';
import { notifyDone } from '../parts/notify.ts';
import { partsTexts } from '../parts/parts-texts.ts';
import { useAction } from '../parts/use-action.ts';
import { useTexts } from '../texts/language.tsx';
import { cancelDocument, retryDocument, unfinished } from './documents.ts';
import { libraryTexts } from './library-texts.ts';
import { MoveDocuments } from './move-documents.tsx';
import { nameOf } from './sort-documents.ts';
import { useDelete } from './use-delete.tsx';

export interface DocumentMenuProps {
  readonly document: Document;
  readonly collections: readonly Collection[];
  /** Called when its delete begins, which can be taken back for a while. */
  readonly onDelete?: () => void;
}

/** What can be done with a document. It opens as it comes. */
export function DocumentMenu({ document, collections, onDelete }: DocumentMenuProps) {
  const texts = useTexts(libraryTexts);
  const parts = useTexts(partsTexts);
  const client = useQueryClient();
  const [dialog, setDialog] = useState<'password' | 'move'>();
  const [isOpened, setIsOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The menu gives the focus back to where it was as it opened.
    button.current?.focus();
    setIsOpened(true);
  }, []);
  const input = useRef<HTMLInputElement>(null);
  const remove = useDelete();
  const { id, status, error, collection_id } = document;
  const refresh = () => {
    void client.invalidateQueries({ queryKey: ['documents'] });
    void client.invalidateQueries({ queryKey: ['document', id] });
  };
  const retry = useAction((password?: string) => retryDocument(id, password), {
    onDone: () => {
      setDialog(undefined);
      refresh();
    },
  });
  const cancel = useAction(() => cancelDocument(id), { onDone: refresh });
  const replace = useAction((file: File) => replaceFile(id, file), {
    onDone: () => {
      notifyDone(texts.replaced);
      refresh();
    },
  });
  const collection = collections.find((one) => one.id === collection_id);
  const canChange = collection?.permission !== 'read';
  const isOpen = unfinished.includes(status);
  return (
    <>
      <Menu position="bottom-end" shadow="md" opened={isOpened} onChange={setIsOpened}>
        <Menu.Target>
          <ActionIcon
            ref={button}
            variant="subtle"
            color="gray"
            aria-label={texts.options(nameOf(document))}
          >
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
              <Menu.Item leftSection={<FileUp size={16} />} onClick={() => input.current?.click()}>
                {texts.replace}
              </Menu.Item>
              <Menu.Item leftSection={<FolderInput size={16} />} onClick={() => setDialog('move')}>
                {texts.moveDocument}
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item
                leftSection={<Trash2 size={16} />}
                onClick={() => {
                  remove([id]);
                  onDelete?.();
                }}
              >
                {texts.remove}
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
      <Modal
        opened={dialog === 'password'}
        onClose={() => setDialog(undefined)}
        title={texts.unlock}
        closeButtonProps={{ 'aria-label': parts.close }}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            retry.mutate(String(new FormData(event.currentTarget).get('password')));
          }}
        >
          <Text size="sm" c="dimmed" mb="sm">
            {texts.passwordHint}
          </Text>
          <PasswordInput name="password" label={texts.password} autoComplete="off" required />
          <Group justify="flex-end" mt="md">
            <Button type="submit" loading={retry.isPending}>
              {texts.unlock}
            </Button>
          </Group>
        </form>
      </Modal>
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

function replaceFile(id: string, file: File) {
  const form = new FormData();
  form.append('file', file, file.name);
  return upload('replaceDocumentFile', form, { params: { id } });
}
