import { Box, Button, Group, Text, TextInput } from '@mantine/core';
import { FolderUp, Globe, Upload } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { call } from '../api/call.ts';
import { FormDialog } from '../components/form-dialog.tsx';
import { Hint } from '../components/hint.tsx';
import { notifyFailed } from '../components/notify.ts';
import { useTexts } from '../i18n/language.tsx';
import { addFiles } from './add-files.ts';
import classes from './library.module.css';
import { nameFiles } from './named-file.ts';
import { hasFiles, listEntries } from './read-dropped.ts';
import { useFileDrop } from './use-file-drop.ts';

export interface DropZoneProps {
  readonly collectionId: string;
  readonly name: string;
  readonly children: ReactNode;
}

/** Accepts files and folders that are dropped anywhere on it. */
export function DropZone({ collectionId, name, children }: DropZoneProps) {
  const texts = useTexts('library');
  const [isOver, setIsOver] = useState(false);
  const acceptDrop = useFileDrop();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: The upload buttons do the same by keyboard.
    <div
      className={classes.drop}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsOver(false);
        acceptDrop(collectionId, listEntries(event.dataTransfer));
      }}
    >
      {children}
      {isOver && (
        <Box className={classes.dropOver}>
          <Upload size={32} aria-hidden />
          <Text fw={600}>{texts.dropHere}</Text>
          <Text c="dimmed">{texts.dropTo(name)}</Text>
        </Box>
      )}
    </div>
  );
}

/** Adds files to a collection; undefined asks for it. */
export function UploadButtons({ collectionId }: { readonly collectionId: string | undefined }) {
  const texts = useTexts('library');
  const folders = useTexts('folderUpload');
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [isPageOpen, setIsPageOpen] = useState(false);
  useEffect(() => folder.current?.setAttribute('webkitdirectory', ''), []);
  const take = (input: HTMLInputElement) => {
    const named = nameFiles(input.files ?? []);
    if (named.length === 0) notifyFailed(folders.nothing);
    else addFiles(collectionId, named);
    input.value = '';
  };
  return (
    <Group gap="xs">
      {Object.entries({ files, folder }).map(([kind, input]) => (
        <input
          key={kind}
          ref={input}
          type="file"
          multiple
          hidden
          data-upload={kind}
          onChange={({ currentTarget }) => take(currentTarget)}
        />
      ))}
      <Button leftSection={<Upload size={16} />} onClick={() => files.current?.click()}>
        {texts.addFiles}
      </Button>
      <Button
        variant="default"
        // Phones cannot select a folder.
        visibleFrom="sm"
        leftSection={<FolderUp size={16} />}
        onClick={() => folder.current?.click()}
      >
        {texts.uploadFolder}
      </Button>
      {collectionId !== undefined && (
        <Button
          variant="default"
          leftSection={<Globe size={16} />}
          onClick={() => setIsPageOpen(true)}
        >
          {texts.addPage}
        </Button>
      )}
      {collectionId !== undefined && isPageOpen && (
        <AddPageDialog collectionId={collectionId} onClose={() => setIsPageOpen(false)} />
      )}
    </Group>
  );
}

interface AddPageDialogProps {
  readonly collectionId: string;
  readonly onClose: () => void;
}

/** Asks for the address of a page, and adds it to a collection. */
function AddPageDialog({ collectionId, onClose }: AddPageDialogProps) {
  const texts = useTexts('library');
  const { add } = useTexts('folderUpload');
  return (
    <FormDialog
      title={texts.addPage}
      label={add}
      act={({ url }) => call('addPage', { params: { id: collectionId }, body: { url: url ?? '' } })}
      onClose={onClose}
    >
      <TextInput
        name="url"
        type="url"
        label={texts.pageAddress}
        placeholder="https://"
        required
        maxLength={2_000}
        data-autofocus
      />
      <Hint mt="sm">{texts.pageHint}</Hint>
    </FormDialog>
  );
}
