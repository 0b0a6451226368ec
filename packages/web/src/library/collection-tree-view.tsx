import type { Collection } from '@lectern/contracts';
import { ActionIcon, Group, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronRight, Folder, FolderOpen, Library } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { notifyDone } from '../parts/notify.ts';
import { useAction } from '../parts/use-action.ts';
import { useFormats } from '../texts/formats.ts';
import { useTexts } from '../texts/language.tsx';
import { CollectionMenu } from './collection-menu.tsx';
import {
  buildCollectionTree,
  type CollectionNode,
  flattenTree,
  listSubtree,
} from './collection-tree.ts';
import { collectionsQuery, updateCollection } from './collections.ts';
import classes from './library.module.css';
import { libraryTexts } from './library-texts.ts';
import { NewCollectionButton } from './new-collection.tsx';

export interface CollectionTreeViewProps {
  readonly collections: readonly Collection[];
  readonly activeId: string | undefined;
  readonly onChosen: () => void;
}

const dragType = 'application/x-lectern-collection';

/** The tree. A collection is moved by dragging, or by its menu. */
export function CollectionTreeView({ collections, activeId, onChosen }: CollectionTreeViewProps) {
  const texts = useTexts(libraryTexts);
  const client = useQueryClient();
  const [closed, setClosed] = useLocalStorage<string[]>({
    key: 'lectern.closed-collections',
    defaultValue: [],
  });
  const [targetId, setTargetId] = useState<string>();
  const move = useAction(
    ({ id, parentId }: { readonly id: string; readonly parentId: string | null }) =>
      updateCollection(id, { parent_id: parentId }),
    {
      onDone: ({ name }) => {
        notifyDone(texts.moved(name));
        void client.invalidateQueries({ queryKey: collectionsQuery.queryKey });
      },
    },
  );
  const rows = flattenTree(buildCollectionTree(collections), (id) => !closed.includes(id));
  const dropOn = (parentId: string | null) => ({
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(dragType)) return;
      event.preventDefault();
      setTargetId(parentId ?? 'top');
    },
    onDragLeave: () => setTargetId(undefined),
    onDrop: (event: DragEvent) => {
      const id = event.dataTransfer.getData(dragType);
      setTargetId(undefined);
      if (!id || (parentId !== null && listSubtree(collections, id).has(parentId))) return;
      event.preventDefault();
      move.mutate({ id, parentId });
    },
  });
  const toggle = (id: string) =>
    setClosed((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id]));
  return (
    <>
      <Group justify="space-between" mb="xs" px={6}>
        <Text component="h2" size="sm" fw={600} m={0}>
          {texts.collections}
        </Text>
        <NewCollectionButton parent={undefined} />
      </Group>
      <ul className={classes.treeList}>
        <li
          className={classes.treeRow}
          data-active={activeId === undefined || undefined}
          data-target={targetId === 'top' || undefined}
          {...dropOn(null)}
        >
          <span className={classes.treeIndent} />
          <Link to="/library" className={classes.treeLink} onClick={onChosen}>
            <Library size={16} aria-hidden />
            <span className={classes.treeName}>{texts.allDocuments}</span>
          </Link>
        </li>
        {rows.map((node) => (
          <li
            key={node.collection.id}
            className={classes.treeRow}
            data-active={activeId === node.collection.id || undefined}
            data-target={targetId === node.collection.id || undefined}
            style={{ paddingLeft: node.depth * 16 }}
            draggable={node.collection.permission === 'manage'}
            onDragStart={(event) => event.dataTransfer.setData(dragType, node.collection.id)}
            {...dropOn(node.collection.id)}
          >
            <TreeRow
              node={node}
              isActive={activeId === node.collection.id}
              isClosed={closed.includes(node.collection.id)}
              onToggle={() => toggle(node.collection.id)}
              onChosen={onChosen}
            />
            <CollectionMenu collection={node.collection} collections={collections} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface TreeRowProps {
  readonly node: CollectionNode;
  readonly isActive: boolean;
  readonly isClosed: boolean;
  readonly onToggle: () => void;
  readonly onChosen: () => void;
}

function TreeRow({ node, isActive, isClosed, onToggle, onChosen }: TreeRowProps) {
  const texts = useTexts(libraryTexts);
  const formats = useFormats();
  const { id, name } = node.collection;
  return (
    <>
      {node.children.length > 0 ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-expanded={!isClosed}
          aria-label={isClosed ? texts.expand(name) : texts.collapse(name)}
          onClick={onToggle}
        >
          {isClosed ? <ChevronRight size={16} /> : <ChevronDown size={16} />}
        </ActionIcon>
      ) : (
        <span className={classes.treeIndent} />
      )}
      <Link
        to="/library/$collectionId"
        params={{ collectionId: id }}
        className={classes.treeLink}
        aria-current={isActive ? 'page' : undefined}
        onClick={onChosen}
        title={name}
      >
        {isActive ? <FolderOpen size={16} aria-hidden /> : <Folder size={16} aria-hidden />}
        <span className={classes.treeName}>{name}</span>
        <Text span size="xs" c={isActive ? undefined : 'dimmed'} ml="auto">
          {formats.number(node.documentCount)}
        </Text>
      </Link>
    </>
  );
}
