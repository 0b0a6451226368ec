import { JsonInput, NumberInput, Select, TextInput } from '@mantine/core';
import { useTexts } from '../i18n/language.tsx';
import type { SchemaField } from './schema-fields.ts';

export interface ToolFieldProps {
  readonly field: SchemaField;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function ToolField({ field, value, onChange }: ToolFieldProps) {
  const texts = useTexts('tools');
  const { label, description, kind, isRequired, choices } = field;
  const common = { size: 'xs', label, description, required: isRequired } as const;
  if (kind === 'number') {
    return <NumberInput {...common} value={value} onChange={(next) => onChange(String(next))} />;
  }
  if (kind === 'choice' || kind === 'switch') {
    const data =
      kind === 'choice'
        ? [...choices]
        : [
            { value: 'true', label: texts.yes },
            { value: 'false', label: texts.no },
          ];
    return (
      <Select
        {...common}
        clearable
        data={data}
        value={value || null}
        onChange={(next) => onChange(next ?? '')}
      />
    );
  }
  if (kind === 'json') {
    return (
      <JsonInput {...common} autosize minRows={2} maxRows={10} value={value} onChange={onChange} />
    );
  }
  return (
    <TextInput
      {...common}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
