import type { Collection, Document } from '@lectern/contracts';
import { Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { Hint } from '../components/hint.tsx';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import { DocumentMenuButton } from './document-menu.tsx';
import { DocumentState } from './document-state.tsx';
import classes from './library.module.css';
import { mayChange } from './may-change.ts';
import { endingOf, nameOf } from './sort-documents.ts';

export interface DocumentRowProps {
  readonly document: Document;
  readonly collections: readonly Collection[];
  /** The shown collection; undefined for all documents. */
  readonly shownId: string | undefined;
  readonly index: number;
  readonly top: number;
  readonly isSelected: boolean;
  /** `isRange` includes all rows since the last toggled one. */
  readonly onToggle: (id: string, isRange: boolean) => void;
}

export const DocumentRow = memo(function DocumentRow({
  document,
  collections,
  shownId,
  index,
  top,
  isSelected,
  onToggle,
}: DocumentRowProps) {
  const texts = useTexts('library');
  const formats = useFormats();
  const name = nameOf(document);
  const { file_name, collection_id } = document;
  // The collection, unless it is the shown one.
  const place =
    collection_id === shownId
      ? undefined
      : collections.find(({ id }) => id === collection_id)?.name;
  const isNamedByFile = file_name === name || file_name?.replace(/\.[^.]+$/, '') === name;
  const below = [place, isNamedByFile ? undefined : file_name].filter(Boolean);
  return (
    <div
      className={classes.row}
      role="row"
      aria-rowindex={index + 2}
      data-document={document.id}
      draggable={mayChange(document, collections)}
      style={{ transform: `translateY(${top}px)` }}
    >
      <span role="cell">
        <Checkbox
          aria-label={texts.selectOne(name)}
          checked={isSelected}
          onChange={({ nativeEvent }) =>
            onToggle(document.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      </span>
      <span role="cell" className={classes.cell}>
        <Link
          to="/documents/$documentId"
          params={{ documentId: document.id }}
          className={classes.documentLink}
          title={name}
        >
          {name}
        </Link>
        {below.length > 0 && (
          <Hint size="xs" lh={1.3} truncate>
            {below.join(' · ')}
          </Hint>
        )}
      </span>
      <span role="cell" className={`${classes.cell} ${classes.optional}`}>
        {endingOf(document)}
      </span>
      <span role="cell" className={`${classes.cell} ${classes.optional}`}>
        {formats.bytes(document.size)}
      </span>
      <span
        role="cell"
        className={`${classes.cell} ${classes.optional}`}
        title={formats.dateTime(document.updated_at)}
      >
        {formats.date(document.updated_at)}
      </span>
      <span role="cell" className={classes.cell}>
        <DocumentState document={document} />
      </span>
      <span role="cell">
        <DocumentMenuButton document={document} collections={collections} />
      </span>
    </div>
  );
});
