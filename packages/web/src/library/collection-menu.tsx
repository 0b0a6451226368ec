import type { Collection } from '@lectern/contracts';
import { ActionIcon, Menu } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import {
  Download,
  Ellipsis,
  FolderInput,
  FolderPlus,
  Pencil,
  Settings2,
  Trash2,
  Upload,
  Users,
} from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { addressOf } from '../api/address-of.ts';
import { notify, notifyDone } from '../components/notify.ts';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';
import { lazyComponent } from '../lib/lazy-component.ts';
import type { CollectionTask } from './collection-task.ts';
import { NewCollectionDialog } from './new-collection.tsx';

const CollectionDialogs = lazyComponent(
  () => import('./collection-dialogs.tsx'),
  'CollectionDialogs',
);

export interface CollectionMenuProps {
  readonly collection: Collection;
  readonly collections: readonly Collection[];
}

/** Actions on a collection that the person may take. */
export function CollectionMenu({ collection, collections }: CollectionMenuProps) {
  const texts = useTexts('library');
  const [task, setTask] = useState<CollectionTask | 'create'>();
  const { id, name, permission } = collection;
  const inputId = useId();
  const client = useQueryClient();
  const load = useAction(
    async (file: File) => {
      const hide = await notify({
        message: texts.importing(file.name),
        loading: true,
        autoClose: false,
        withCloseButton: false,
      });
      try {
        await (await import('./import-bundle.ts')).importBundle(file, id);
      } finally {
        hide();
      }
    },
    {
      onDone: () => {
        notifyDone(texts.imported);
        void client.invalidateQueries();
      },
    },
  );
  const manages = permission === 'manage';
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon size="sm" mr={4} aria-label={texts.options(name)}>
            <Ellipsis size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {permission !== 'read' && (
            <Menu.Item leftSection={<FolderPlus size={16} />} onClick={() => setTask('create')}>
              {texts.newBelow(name)}
            </Menu.Item>
          )}
          {permission !== 'read' && (
            <Menu.Item
              leftSection={<Upload size={16} />}
              onClick={() => document.getElementById(inputId)?.click()}
            >
              {texts.importCollection}
            </Menu.Item>
          )}
          {manages && (
            <>
              <Menu.Item leftSection={<Users size={16} />} onClick={() => setTask('share')}>
                {texts.share}
              </Menu.Item>
              <Menu.Item leftSection={<Pencil size={16} />} onClick={() => setTask('rename')}>
                {texts.rename}
              </Menu.Item>
              <Menu.Item leftSection={<FolderInput size={16} />} onClick={() => setTask('move')}>
                {texts.move}
              </Menu.Item>
              <Menu.Item leftSection={<Settings2 size={16} />} onClick={() => setTask('settings')}>
                {texts.settings}
              </Menu.Item>
              <Menu.Item
                component="a"
                href={addressOf('exportBundle', { id })}
                download
                leftSection={<Download size={16} />}
              >
                {texts.exportCollection}
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item leftSection={<Trash2 size={16} />} onClick={() => setTask('delete')}>
                {texts.delete}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <input
        id={inputId}
        type="file"
        accept=".zip"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = '';
          if (file) load.mutate(file);
        }}
      />
      <NewCollectionDialog
        parent={collection}
        isOpen={task === 'create'}
        onClose={() => setTask(undefined)}
      />
      {task && task !== 'create' && (
        <Suspense fallback={null}>
          <CollectionDialogs
            task={task}
            collection={collection}
            collections={collections}
            onClose={() => setTask(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
