import {
  Center,
  Group,
  NumberInput,
  SegmentedControl,
  Slider,
  Stack,
  Switch,
  Text,
} from '@mantine/core';
import { useTexts } from '../i18n/language.tsx';
import type { SearchSettings } from './search-options.ts';

/** Matches the labels of the other fields. */
const plainLabel = { fontSize: 'var(--mantine-font-size-sm)', fontWeight: 400 };

export interface SettingsFieldsProps {
  readonly settings: SearchSettings;
  readonly onChange: (settings: SearchSettings) => void;
  /** False for evaluation runs, which set the number of results themselves. */
  readonly hasLimit?: boolean;
}

export function SettingsFields({ settings, onChange, hasLimit = true }: SettingsFieldsProps) {
  const texts = useTexts('search');
  const set = (change: Partial<SearchSettings>) => onChange({ ...settings, ...change });
  return (
    <Group align="flex-end" gap="md" mb="md">
      <Stack gap={2}>
        <Text size="sm">{texts.mode}</Text>
        <SegmentedControl
          size="xs"
          aria-label={texts.mode}
          value={settings.mode}
          onChange={(mode) => set({ mode: mode as SearchSettings['mode'] })}
          data={[
            { value: 'hybrid', label: texts.hybrid },
            { value: 'keyword', label: texts.keyword },
            { value: 'dense', label: texts.dense },
          ]}
        />
      </Stack>
      <Stack gap={2}>
        <Text size="sm">{texts.fusion}</Text>
        <SegmentedControl
          size="xs"
          aria-label={texts.fusion}
          value={settings.fusion}
          onChange={(fusion) => set({ fusion: fusion as SearchSettings['fusion'] })}
          data={[
            { value: 'default', label: texts.byDefault },
            { value: 'rrf', label: texts.rrf },
            { value: 'relative', label: texts.relative },
          ]}
        />
      </Stack>
      <NumberInput
        size="xs"
        w={150}
        label={texts.weight}
        placeholder={texts.byDefault}
        styles={{ label: plainLabel }}
        suffix=" %"
        min={0}
        max={100}
        step={5}
        allowDecimal={false}
        disabled={settings.mode !== 'hybrid'}
        value={settings.weight === undefined ? '' : Math.round(settings.weight * 100)}
        onChange={(share) => set({ weight: typeof share === 'number' ? share / 100 : undefined })}
      />
      <Stack gap={2} w={130}>
        <Text size="sm">{texts.recency}</Text>
        <Center h={30}>
          <Slider
            w="100%"
            min={0}
            max={1}
            step={0.1}
            value={settings.recency}
            onChange={(recency) => set({ recency })}
            thumbLabel={texts.recency}
          />
        </Center>
      </Stack>
      {hasLimit && (
        <NumberInput
          size="xs"
          w={90}
          label={texts.limit}
          styles={{ label: plainLabel }}
          min={1}
          max={200}
          value={settings.limit}
          onChange={(limit) => typeof limit === 'number' && set({ limit })}
        />
      )}
      <Switch
        mb={5}
        label={texts.rerank}
        checked={settings.rerank}
        onChange={(event) => set({ rerank: event.currentTarget.checked })}
      />
    </Group>
  );
}
