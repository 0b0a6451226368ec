import type { Collection } from '@lectern/contracts';
import { ActionIcon, Menu } from '@mantine/core';
import { Ellipsis, FolderInput, FolderPlus, Pencil, Settings2, Trash2, Users } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../i18n/language.tsx';
import type { CollectionTask } from './collection-task.ts';
import { NewCollectionDialog } from './new-collection.tsx';

const CollectionDialogs = lazy(async () => ({
  default: (await import('./collection-dialogs.tsx')).CollectionDialogs,
}));

export interface CollectionMenuProps {
  readonly collection: Collection;
  readonly collections: readonly Collection[];
}

/** Actions on a collection that the person may take. */
export function CollectionMenu({ collection, collections }: CollectionMenuProps) {
  const texts = useTexts('library');
  const [task, setTask] = useState<CollectionTask | 'create'>();
  const { name, permission } = collection;
  const manages = permission === 'manage';
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            mr={4}
            aria-label={texts.options(name)}
          >
            <Ellipsis size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {permission !== 'read' && (
            <Menu.Item leftSection={<FolderPlus size={16} />} onClick={() => setTask('create')}>
              {texts.newBelow(name)}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<Users size={16} />} onClick={() => setTask('share')}>
            {texts.sharing}
          </Menu.Item>
          {manages && (
            <>
              <Menu.Item leftSection={<Pencil size={16} />} onClick={() => setTask('rename')}>
                {texts.rename}
              </Menu.Item>
              <Menu.Item leftSection={<FolderInput size={16} />} onClick={() => setTask('move')}>
                {texts.move}
              </Menu.Item>
              <Menu.Item leftSection={<Settings2 size={16} />} onClick={() => setTask('settings')}>
                {texts.settings}
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item leftSection={<Trash2 size={16} />} onClick={() => setTask('delete')}>
                {texts.deleteCollection}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
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
