import type { Document, DocumentStatus } from '@lectern/contracts';
import { Button, Select } from '@mantine/core';
import { X } from 'lucide-react';
import { useTexts } from '../i18n/language.tsx';
import { focusBeside } from '../lib/focus-content.ts';
import { type DocumentFilters, type FilterName, listFilterValues } from './filter-documents.ts';
import classes from './library.module.css';

const statuses: readonly DocumentStatus[] = [
  'queued',
  'parsing',
  'indexing',
  'ready',
  'failed',
  'cancelled',
];
const ages = ['1', '7', '30', '365'] as const;

export interface FilterSelectsProps {
  /** Loaded documents, which give the values. */
  readonly documents: readonly Document[];
  readonly status: DocumentStatus | undefined;
  readonly onStatus: (status: DocumentStatus | undefined) => void;
  readonly filters: DocumentFilters;
  readonly onFilters: (filters: DocumentFilters) => void;
}

/** Filters of the table of documents. Those without a choice are left out. */
export function FilterSelects(props: FilterSelectsProps) {
  const { documents, status, onStatus, filters, onFilters } = props;
  const texts = useTexts('library');
  const values = listFilterValues(documents);
  const choose = (name: FilterName) => (value: string | undefined) =>
    onFilters({ ...filters, [name]: value });
  const plain = (options: readonly string[]) => options.map((value) => ({ value, label: value }));
  const isSet = status !== undefined || Object.values(filters).some((one) => one !== undefined);
  return (
    <>
      {values.type.length > 1 || filters.type ? (
        <FilterSelect
          label={texts.type}
          value={filters.type}
          data={plain(values.type)}
          onChange={choose('type')}
        />
      ) : null}
      <FilterSelect
        label={texts.status}
        value={status}
        data={statuses.map((value) => ({ value, label: texts[value] }))}
        onChange={(value) => onStatus(value as DocumentStatus | undefined)}
      />
      <FilterSelect
        label={texts.columnDate}
        value={filters.days}
        data={ages.map((value) => ({ value, label: texts[`days_${value}`] }))}
        onChange={choose('days')}
      />
      {values.author.length > 0 && (
        <FilterSelect
          label={texts.author}
          value={filters.author}
          data={plain(values.author)}
          onChange={choose('author')}
        />
      )}
      {values.source.length > 0 && (
        <FilterSelect
          label={texts.source}
          value={filters.source}
          data={plain(values.source)}
          onChange={choose('source')}
        />
      )}
      {isSet && (
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          leftSection={<X size={14} />}
          onClick={({ currentTarget }) => {
            focusBeside(currentTarget);
            onStatus(undefined);
            onFilters({});
          }}
        >
          {texts.reset}
        </Button>
      )}
    </>
  );
}

interface FilterSelectProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly data: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string | undefined) => void;
}

function FilterSelect({ label, value, data, onChange }: FilterSelectProps) {
  return (
    <Select
      size="xs"
      radius="xl"
      w={value === undefined ? 120 : 150}
      classNames={{ input: classes.filter ?? '' }}
      data-set={value !== undefined || undefined}
      aria-label={label}
      placeholder={label}
      clearable
      searchable={data.length > 12}
      comboboxProps={{ width: 220, position: 'bottom-start' }}
      value={value ?? null}
      data={data}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}
