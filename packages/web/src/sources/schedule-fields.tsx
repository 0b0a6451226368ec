import { Group, Select, TextInput } from '@mantine/core';
import { useLanguage, useTexts } from '../i18n/language.tsx';
import { frequencies, nameDay, type ScheduleValues } from './schedule.ts';

const days = [1, 2, 3, 4, 5, 6, 0];
const timeZones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

export interface ScheduleFieldsProps {
  readonly values: ScheduleValues;
  readonly onChange: (values: ScheduleValues) => void;
}

export function ScheduleFields({ values, onChange }: ScheduleFieldsProps) {
  const texts = useTexts('sources');
  const { language } = useLanguage();
  const set = (change: Partial<ScheduleValues>) => onChange({ ...values, ...change });
  const { frequency } = values;
  return (
    <Group align="flex-end" gap="sm">
      <Select
        label={texts.schedule}
        value={frequency}
        data={frequencies.map((value) => ({ value, label: texts.frequencies[value] }))}
        onChange={(value) => set({ frequency: value ?? frequency })}
      />
      {frequency === 'weekly' && (
        <Select
          label={texts.day}
          value={String(values.day)}
          data={days.map((day) => ({ value: String(day), label: nameDay(day, language) }))}
          onChange={(value) => set({ day: Number(value) })}
        />
      )}
      {(frequency === 'daily' || frequency === 'weekly') && (
        <TextInput
          type="time"
          label={texts.time}
          required
          value={values.time}
          onChange={(event) => set({ time: event.currentTarget.value })}
        />
      )}
      {frequency === 'cron' && (
        <TextInput
          label={texts.cron}
          placeholder="0 6 * * 1-5"
          required
          value={values.cron}
          onChange={(event) => set({ cron: event.currentTarget.value })}
        />
      )}
      {frequency !== 'manual' && (
        <Select
          label={texts.timeZone}
          searchable
          value={values.timeZone}
          data={timeZones}
          limit={50}
          onChange={(value) => set({ timeZone: value ?? values.timeZone })}
        />
      )}
    </Group>
  );
}
