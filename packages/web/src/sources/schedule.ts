import type { Source } from '@lectern/contracts';
import type { Texts } from '../i18n/texts.ts';

export type Frequency = 'manual' | 'hourly' | 'daily' | 'weekly' | 'cron';

/** A schedule as the form shows it. */
export interface ScheduleValues {
  readonly frequency: Frequency;
  /** `06:00`, for daily and weekly ones. */
  readonly time: string;
  /** 0 is Sunday. */
  readonly day: number;
  readonly cron: string;
  readonly timeZone: string;
}

export const frequencies: readonly Frequency[] = ['manual', 'hourly', 'daily', 'weekly', 'cron'];

export function readSchedule(schedule: Source['schedule']): ScheduleValues {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const values = { time: '06:00', day: 1, cron: '', timeZone: schedule?.time_zone || timeZone };
  if (!schedule) return { ...values, frequency: 'manual' };
  const { cron } = schedule;
  if (cron === '0 * * * *') return { ...values, cron, frequency: 'hourly' };
  const [, minute, hour, day] = /^(\d+) (\d+) \* \* ([0-7*])$/.exec(cron) ?? [];
  if (!minute || !hour) return { ...values, cron, frequency: 'cron' };
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  return day === '*'
    ? { ...values, cron, time, frequency: 'daily' }
    : { ...values, cron, time, day: Number(day) % 7, frequency: 'weekly' };
}

export function toSchedule(values: ScheduleValues): Source['schedule'] {
  const [hour, minute] = values.time.split(':').map(Number);
  const crons: Readonly<Record<Frequency, string | null>> = {
    manual: null,
    hourly: '0 * * * *',
    daily: `${minute} ${hour} * * *`,
    weekly: `${minute} ${hour} * * ${values.day}`,
    cron: values.cron.trim(),
  };
  const cron = crons[values.frequency];
  return cron === null ? null : { cron, time_zone: values.timeZone };
}

/** Returns the name of a day; 0 is Sunday. */
export function nameDay(day: number, language: string): string {
  const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  // 1 January 2023 was a Sunday.
  return format.format(Date.UTC(2023, 0, 1 + day));
}

/** `Daily at 06:00 (Europe/Paris)`. */
export function describeSchedule(
  schedule: Source['schedule'],
  { texts, language }: { readonly texts: Texts['sources']; readonly language: string },
): string {
  const { frequency, time, day, cron, timeZone } = readSchedule(schedule);
  if (frequency === 'manual' || frequency === 'hourly') return texts.frequencies[frequency];
  const when = {
    daily: () => texts.daily(time),
    weekly: () => texts.weekly(nameDay(day, language), time),
    cron: () => texts.byCron(cron),
  }[frequency]();
  return `${when} (${timeZone})`;
}
