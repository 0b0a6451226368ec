import { ActionIcon, Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { useTexts } from '../i18n/language.tsx';
import { focusBeside } from '../lib/focus-content.ts';
import type { TypedFilter } from './parse-filter.ts';

export interface FilterRowsProps {
  readonly conditions: readonly TypedFilter[];
  readonly onChange: (conditions: readonly TypedFilter[]) => void;
}

const operators = ['eq', 'ne', 'in', 'gt', 'gte', 'lt', 'lte', 'exists'] as const;
const emptyCondition: TypedFilter = { field: '', op: 'eq', value: '' };
const maxConditions = 20;

/** Edits metadata filters, all of which must match. */
export function FilterRows({ conditions, onChange }: FilterRowsProps) {
  const texts = useTexts('search');
  const change = (index: number, next: Partial<TypedFilter>) =>
    onChange(conditions.map((one, place) => (place === index ? { ...one, ...next } : one)));
  return (
    <Stack gap="xs" align="flex-start">
      {conditions.map((condition, index) => (
        <Group key={index} gap="xs" role="group" aria-label={texts.condition(index + 1)}>
          <TextInput
            size="xs"
            w={150}
            aria-label={texts.field}
            placeholder={texts.field}
            value={condition.field}
            maxLength={200}
            onChange={({ currentTarget: { value } }) => change(index, { field: value })}
          />
          <Select
            size="xs"
            w={140}
            aria-label={texts.operator}
            value={condition.op}
            onChange={(op) => op && change(index, { op })}
            data={operators.map((value) => ({ value, label: texts[`op_${value}`] }))}
          />
          {condition.op !== 'exists' && (
            <TextInput
              size="xs"
              w={180}
              aria-label={texts.value}
              placeholder={condition.op === 'in' ? texts.values : texts.value}
              value={condition.value}
              maxLength={1_000}
              onChange={({ currentTarget: { value } }) => change(index, { value })}
            />
          )}
          <ActionIcon
            aria-label={texts.removeCondition(index + 1)}
            onClick={({ currentTarget }) => {
              focusBeside(currentTarget);
              onChange(conditions.filter((_, place) => place !== index));
            }}
          >
            <X size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        c="dimmed"
        leftSection={<Plus size={15} aria-hidden />}
        disabled={conditions.length >= maxConditions}
        onClick={() => onChange([...conditions, emptyCondition])}
      >
        {texts.addCondition}
      </Button>
    </Stack>
  );
}
