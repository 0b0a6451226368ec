import type { Collection } from '@lectern/contracts';
import { ActionIcon, Avatar, Group, Text, VisuallyHidden } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronRight, Folder, FolderOpen, Library, Lock } from 'lucide-react';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import { CollectionMenu } from './collection-menu.tsx';
import { buildCollectionTree, type CollectionNode, flattenTree } from './collection-tree.ts';
import { listAttachments } from './find-attached.ts';
import { GranteeAvatar, useGrantees } from './grantees.tsx';
import classes from './library.module.css';
import { NewCollectionButton } from './new-collection.tsx';
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

const maxAvatars = 2;

/** Shows a lock for a private collection, or the first people, teams and roles it is shared with. */
function SharingSign({ collection }: { readonly collection: Collection }) {
  const { parent_id, inherit = true, permission, shared_with: shared = [] } = collection;
  const texts = useTexts('sharing');
  const grantees = useGrantees();
  if (shared.length === 0) {
    const isPrivate = permission === 'manage' ? !inherit || parent_id === null : !inherit;
    return isPrivate && <Lock size={14} aria-label={texts.private} role="img" />;
  }
  if (!grantees) return null;
  const names = shared.map(grantees.nameOf);
  return (
    <Avatar.Group spacing={6} title={texts.sharedWith(names.join(', '))}>
      {shared.slice(0, maxAvatars).map((grantee, at) => (
        <GranteeAvatar
          key={`${grantee.type}:${grantee.id}`}
          type={grantee.type}
          name={names[at] ?? ''}
          size={20}
        />
      ))}
      <VisuallyHidden>{texts.sharedWith(names.join(', '))}</VisuallyHidden>
    </Avatar.Group>
  );
}
