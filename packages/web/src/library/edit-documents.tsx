import type { Document } from '@lectern/contracts';
import { ActionIcon, Button, Fieldset, Group, Stack, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { FormDialog } from '../components/form-dialog.tsx';
import { Hint } from '../components/hint.tsx';
import { notifyDone, notifyFailed } from '../components/notify.ts';
import { useTexts } from '../i18n/language.tsx';
import { focusBeside } from '../lib/focus-content.ts';
import { updateDocument } from './documents.ts';
import { type MetadataRow, toMetadata, toRows } from './metadata-rows.ts';
import { runForEach } from './run-for-each.ts';
import { nameOf } from './sort-documents.ts';

export interface EditDocumentsProps {
  /** One, or several whose metadata gets the same fields. */
  readonly documents: readonly Document[];
  readonly onClose: () => void;
}

/** Edits the title and the metadata of a document, or adds metadata to several. */
export function EditDocuments({ documents, onClose }: EditDocumentsProps) {
  const texts = useTexts('library');
  const words = useTexts('bulkActions');
  const [first] = documents;
  const single = documents.length === 1 ? first : undefined;
  const [title, setTitle] = useState(single ? nameOf(single) : '');
  const [rows, setRows] = useState<readonly MetadataRow[]>(
    single ? toRows(single.metadata) : [{ key: 0, name: '', text: '' }],
  );
  const change = (key: number, part: Partial<MetadataRow>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  return (
    <FormDialog
      size="lg"
      title={single ? texts.editDetails : words.editMetadata(documents.length)}
      label={texts.save}
      changes={[{ queryKey: ['documents'] }, { queryKey: ['document'] }]}
      act={async () => {
        if (single) {
          const metadata = toMetadata(rows, single.metadata);
          await updateDocument(single.id, { ...(title !== nameOf(single) && { title }), metadata });
          return undefined;
        }
        return runForEach(documents, ({ id, metadata }) =>
          updateDocument(id, { metadata: { ...metadata, ...toMetadata(rows, metadata) } }),
        );
      }}
      onDone={(acted) => {
        if (acted?.failedCount) notifyFailed(words.notChanged(acted.failedCount));
        else notifyDone(texts.saved);
      }}
      onClose={onClose}
    >
      {single ? (
        <TextInput
          label={texts.titleField}
          value={title}
          required
          maxLength={1000}
          data-autofocus
          mb="sm"
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
      ) : (
        <Hint mb="sm">{words.metadataText}</Hint>
      )}
      <Fieldset legend={texts.metadata} variant="unstyled">
        <Stack gap="xs">
          {rows.map(({ key, name, text }) => (
            <Group key={key} gap="xs" wrap="nowrap">
              <TextInput
                flex="1 1 120px"
                aria-label={texts.metadataName}
                placeholder={texts.metadataName}
                value={name}
                maxLength={100}
                onChange={(event) => change(key, { name: event.currentTarget.value })}
              />
              <TextInput
                flex="2 1 160px"
                aria-label={texts.metadataValue(name)}
                placeholder={texts.metadataValue('')}
                value={text}
                maxLength={2000}
                onChange={(event) => change(key, { text: event.currentTarget.value })}
              />
              <ActionIcon
                aria-label={texts.removeField(name)}
                onClick={({ currentTarget }) => {
                  focusBeside(currentTarget);
                  setRows(rows.filter((row) => row.key !== key));
                }}
              >
                <X size={16} />
              </ActionIcon>
            </Group>
          ))}
        </Stack>
      </Fieldset>
      <Button
        size="compact-sm"
        variant="subtle"
        mt="xs"
        leftSection={<Plus size={14} />}
        onClick={() => setRows([...rows, { key: (rows.at(-1)?.key ?? 0) + 1, name: '', text: '' }])}
      >
        {texts.addField}
      </Button>
    </FormDialog>
  );
}
