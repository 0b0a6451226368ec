import { Menu } from '@mantine/core';
import { Braces, FileText, FileType, Quote } from 'lucide-react';
import { useTexts } from '../texts/language.tsx';
import { chatTexts } from './chat-texts.ts';

const formats = [
  { format: 'markdown', text: 'exportMarkdown', icon: FileText },
  { format: 'docx', text: 'exportDocx', icon: FileType },
  { format: 'bibtex', text: 'exportBibtex', icon: Quote },
  { format: 'json', text: 'exportJson', icon: Braces },
] as const;

export interface ExportItemsProps {
  readonly conversationId: string;
  /** A message of the branch to export; the newest branch without it. */
  readonly branch?: string | undefined;
}

/** Items of a menu that download a conversation with its citations. */
export function ExportItems({ conversationId, branch }: ExportItemsProps) {
  const texts = useTexts(chatTexts);
  return (
    <>
      <Menu.Label>{texts.export}</Menu.Label>
      {formats.map(({ format, text, icon: Icon }) => (
        <Menu.Item
          key={format}
          component="a"
          download
          href={`/api/conversations/${conversationId}/export?${new URLSearchParams({ format, ...(branch && { branch }) })}`}
          leftSection={<Icon size={16} />}
        >
          {texts[text]}
        </Menu.Item>
      ))}
    </>
  );
}
