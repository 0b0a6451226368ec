import { Button, Group, Menu, TextInput } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import { readField, writeField } from './query-fields.ts';

export interface QueryChipsProps {
  readonly query: string;
  readonly onChange: (query: string) => void;
}

const types = [
  'pdf',
  'word',
  'excel',
  'powerpoint',
  'markdown',
  'html',
  'text',
  'mail',
  'image',
] as const;
const periods = { pastWeek: 7, pastMonth: 30, pastYear: 365 } as const;
const dayMs = 24 * 3_600_000;

/** Menus that write a file type, a first day or an author into the query. */
export function QueryChips({ query, onChange }: QueryChipsProps) {
  const texts = useTexts('search');
  const formats = useFormats();
  const [type, after, author] = (['type', 'after', 'author'] as const).map((field) =>
    readField(query, field),
  );
  const known = types.find((one) => one === type?.toLowerCase());
  return (
    <Group gap={6}>
      <Chip name={texts.type} value={known ? texts[`type_${known}`] : type}>
        {types.map((one) => (
          <Menu.Item key={one} onClick={() => onChange(writeField(query, 'type', one))}>
            {texts[`type_${one}`]}
          </Menu.Item>
        ))}
        <Clear
          isSet={type !== undefined}
          onClear={() => onChange(writeField(query, 'type', undefined))}
        />
      </Chip>
      <Chip name={texts.date} value={after && texts.since(formatDay(after, formats.date))}>
        {(['pastWeek', 'pastMonth', 'pastYear'] as const).map((period) => (
          <Menu.Item
            key={period}
            onClick={() => {
              const first = new Date(Date.now() - periods[period] * dayMs);
              onChange(writeField(query, 'after', first.toISOString().slice(0, 10)));
            }}
          >
            {texts[period]}
          </Menu.Item>
        ))}
        <Clear
          isSet={after !== undefined}
          onClear={() => onChange(writeField(query, 'after', undefined))}
        />
      </Chip>
      <AuthorChip
        author={author}
        onChange={(next) => onChange(writeField(query, 'author', next))}
      />
    </Group>
  );
}

/** Returns a day in the page's language; a year or a month as it is. */
function formatDay(day: string, format: (iso: string) => string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? format(`${day}T12:00`) : day;
}

interface AuthorChipProps {
  readonly author: string | undefined;
  readonly onChange: (author: string | undefined) => void;
}

function AuthorChip({ author, onChange }: AuthorChipProps) {
  const texts = useTexts('search');
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  return (
    <Chip name={texts.author} value={author} opened={isOpen} onOpen={setOpen}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setOpen(false);
          onChange(typed.trim() || undefined);
        }}
      >
        <TextInput
          data-autofocus
          size="xs"
          m={4}
          aria-label={texts.author}
          placeholder={texts.authorHint}
          value={typed}
          maxLength={200}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
      </form>
      <Clear isSet={author !== undefined} onClear={() => onChange(undefined)} />
    </Chip>
  );
}

interface ChipProps {
  readonly name: string;
  readonly value: string | undefined;
  readonly children: ReactNode;
  readonly opened?: boolean;
  readonly onOpen?: (isOpen: boolean) => void;
}

function Chip({ name, value, children, opened, onOpen }: ChipProps) {
  return (
    <Menu
      position="bottom-start"
      {...(opened !== undefined && { opened })}
      {...(onOpen && { onChange: onOpen })}
    >
      <Menu.Target>
        <Button
          size="compact-sm"
          radius="xl"
          variant={value === undefined ? 'default' : 'light'}
          rightSection={<ChevronDown size={14} aria-hidden />}
        >
          {value === undefined ? name : `${name}: ${value}`}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

function Clear({ isSet, onClear }: { readonly isSet: boolean; readonly onClear: () => void }) {
  const texts = useTexts('search');
  if (!isSet) return null;
  return (
    <>
      <Menu.Divider />
      <Menu.Item onClick={onClear}>{texts.reset}</Menu.Item>
    </>
  );
}
