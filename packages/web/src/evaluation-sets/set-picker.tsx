import { Button, Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../i18n/language.tsx';
import { evaluationSetsQuery } from './evaluation-sets.ts';
import { NameSetDialog } from './name-set-dialog.tsx';

export interface SetPickerProps {
  /** Empty without a set. */
  readonly setId: string;
  readonly onChange: (setId: string) => void;
}

export function SetPicker({ setId, onChange }: SetPickerProps) {
  const texts = useTexts('evaluationSets');
  const sets = useQuery(evaluationSetsQuery).data ?? [];
  const [isMaking, setIsMaking] = useState(false);
  return (
    <Group gap="xs" align="flex-end">
      <Select
        label={texts.set}
        placeholder={texts.choose}
        size="sm"
        w={240}
        clearable
        value={sets.some(({ id }) => id === setId) ? setId : null}
        onChange={(id) => onChange(id ?? '')}
        data={sets.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Button
        variant="default"
        size="sm"
        leftSection={<Plus size={15} aria-hidden />}
        onClick={() => setIsMaking(true)}
      >
        {texts.newSet}
      </Button>
      {isMaking && (
        <NameSetDialog onClose={() => setIsMaking(false)} onDone={({ id }) => onChange(id)} />
      )}
    </Group>
  );
}
