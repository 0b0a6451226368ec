import { ActionIcon } from '@mantine/core';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../i18n/language.tsx';
import { DocumentMenu, type DocumentMenuProps } from './document-menu.tsx';
import { nameOf } from './sort-documents.ts';

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
