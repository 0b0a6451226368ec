import type { ResearchTables } from '@lectern/contracts';
import { Button, Menu } from '@mantine/core';
import { Download } from 'lucide-react';
import { addressOf } from '../api/address-of.ts';
import { useTexts } from '../i18n/language.tsx';

export interface RunExportProps {
  readonly id: string;
  readonly tables: ResearchTables;
}

const tableNames = ['publications', 'trials', 'documents', 'disagreements'] as const;

export function RunExport({ id, tables }: RunExportProps) {
  const texts = useTexts('research');
  const items = [
    ...tableNames
      .filter((table) => tables[table].length > 0)
      .map((table) => ({
        query: { format: 'csv', table } as const,
        label: texts.csv(texts[table]),
      })),
    { query: { format: 'bibtex' } as const, label: texts.bibtex },
    { query: { format: 'ris' } as const, label: texts.ris },
    { query: { format: 'markdown' } as const, label: texts.markdown },
  ];
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<Download size={14} aria-hidden />}>
          {texts.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ query, label }) => (
          <Menu.Item
            key={label}
            component="a"
            download
            href={addressOf('exportResearch', { id }, query)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
