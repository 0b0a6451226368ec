import type { Collection } from '@lectern/contracts';
import { ActionIcon, Group, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronRight, Folder, FolderOpen, Library } from 'lucide-react';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import { CollectionMenu } from './collection-menu.tsx';
import { buildCollectionTree, type CollectionNode, flattenTree } from './collection-tree.ts';
import { listAttachments } from './find-attached.ts';
import classes from './library.module.css';
import { NewCollectionButton } from './new-collection.tsx';
import { SharingSign } from './sharing-sign.tsx';
import { useTreeDrop } from './use-tree-drop.ts';

export interface CollectionTreeViewProps {
  readonly collections: readonly Collection[];
  readonly activeId: string | undefined;
  readonly onChosen: () => void;
}

/**
 * The collection tree. Collections are moved by dragging or by menu; documents and files can be
 * dropped on it.
 */
export function CollectionTreeView({ collections, activeId, onChosen }: CollectionTreeViewProps) {
  const texts = useTexts('library');
  const [closed, setClosed] = useLocalStorage<string[]>({
    key: 'lectern.closed-collections',
    defaultValue: [],
  });
  const { dragOf, dropOn } = useTreeDrop(collections);
  const attachments = listAttachments(collections);
  const shown = collections.filter(({ id }) => !attachments.includes(id));
  const rows = flattenTree(buildCollectionTree(shown), (id) => !closed.includes(id));
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
          {...dropOn(undefined)}
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
            style={{ paddingLeft: node.depth * 16 }}
            {...dragOf(node.collection)}
            {...dropOn(node.collection)}
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
  const texts = useTexts('library');
  const formats = useFormats();
  const { id, name } = node.collection;
  return (
    <>
      {node.children.length > 0 ? (
        <ActionIcon
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
        <Text span size="xs" c={isActive ? undefined : 'dimmed'}>
          {formats.number(node.documentCount)}
        </Text>
      </Link>
      <SharingSign collection={node.collection} />
    </>
  );
}
