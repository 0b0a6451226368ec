import { Menu } from '@mantine/core';
import { Braces, FileText, FileType, Printer, Quote } from 'lucide-react';
import { addressOf } from '../api/address-of.ts';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';

const formats = [
  { format: 'markdown', text: 'exportMarkdown', icon: FileText },
  { format: 'docx', text: 'exportDocx', icon: FileType },
  { format: 'bibtex', text: 'exportBibtex', icon: Quote },
  { format: 'json', text: 'exportJson', icon: Braces },
] as const;

export interface ExportItemsProps {
  readonly label: string;
  readonly conversationId: string;
  /** A message of the branch to export; by default the newest branch. */
  readonly branch?: string | undefined;
  /** The answer to export with its question. */
  readonly answer?: string | undefined;
}

/** Prints a conversation or one answer. */
export function usePrint() {
  return useAction(async ({ conversationId, ...part }: Omit<ExportItemsProps, 'label'>) => {
    const { printConversation } = await import('./print-conversation.tsx');
    await printConversation(conversationId, part);
  });
}

/** Menu items that download a conversation or one answer. */
export function ExportItems({ label, conversationId, ...part }: ExportItemsProps) {
  const texts = useTexts('chat');
  const print = usePrint();
  return (
    <>
      <Menu.Label>{label}</Menu.Label>
      <Menu.Item
        leftSection={<Printer size={16} />}
        onClick={() => print.mutate({ conversationId, ...part })}
      >
        {texts.exportPdf}
      </Menu.Item>
      {formats.map(({ format, text, icon: Icon }) => (
        <Menu.Item
          key={format}
          component="a"
          download
          href={addressOf('exportConversation', { id: conversationId }, { format, ...part })}
          leftSection={<Icon size={16} />}
        >
          {texts[text]}
        </Menu.Item>
      ))}
    </>
  );
}
