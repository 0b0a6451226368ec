import type { ResearchFrame } from '@lectern/contracts';
import { Button, Group } from '@mantine/core';
import { X } from 'lucide-react';
import { useTexts } from '../i18n/language.tsx';
import { focusBeside } from '../lib/focus-content.ts';

const words = ['conditions', 'interventions', 'sponsors', 'terms', 'excluded'] as const;

export interface FrameChipsProps {
  readonly frame: ResearchFrame;
  readonly isBusy: boolean;
  readonly onRun: (frame: ResearchFrame) => void;
}

/** The filters of a question as chips. Removing one runs the question again without it. */
export function FrameChips({ frame, isBusy, onRun }: FrameChipsProps) {
  const texts = useTexts('research');
  const { entities, filters } = frame;
  const chip = (name: string, value: string | number, change: Partial<ResearchFrame>) => ({
    label: `${name}: ${value}`,
    next: { ...frame, ...change, node_path: [] },
  });
  const filter = (
    name: string,
    value: string | number | false | null | undefined,
    change: Partial<ResearchFrame['filters']>,
  ) => (value ? [chip(name, value, { filters: { ...filters, ...change } })] : []);
  const { date_of, has_results, trial_order, phases, statuses } = filters;
  const results = has_results ? texts.withResults : texts.withoutResults;
  const chips = [
    ...words.flatMap((kind) =>
      entities[kind].map((value) => {
        const others = entities[kind].filter((one) => one !== value);
        return chip(texts[kind], value, { entities: { ...entities, [kind]: others } });
      }),
    ),
    ...filter(texts.phases, phases.join(', ').replaceAll('_', ' '), { phases: [] }),
    ...filter(texts.statuses, statuses.join(', ').replaceAll('_', ' '), { statuses: [] }),
    ...filter(texts.from, filters.date_from, { date_from: null }),
    ...filter(texts.to, filters.date_to, { date_to: null }),
    ...filter(texts.dateOf, date_of && texts[`date_${date_of}`], { date_of: null }),
    ...filter(texts.results, has_results !== null && results, { has_results: null }),
    ...filter(texts.min_enrollment, filters.min_enrollment, { min_enrollment: null }),
    ...filter(texts.max_enrollment, filters.max_enrollment, { max_enrollment: null }),
    ...filter(texts.trialOrder, trial_order && texts[`order_${trial_order}`], {
      trial_order: null,
    }),
  ];
  if (chips.length === 0) return null;
  return (
    <Group gap={6} mt="lg" role="group" aria-label={texts.frame}>
      {chips.map(({ label, next }) => (
        <Button
          key={label}
          variant="light"
          size="compact-sm"
          radius="xl"
          maw="100%"
          h="auto"
          mih={26}
          styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
          rightSection={<X size={13} aria-hidden />}
          aria-label={texts.removeFilter(label)}
          disabled={isBusy}
          onClick={({ currentTarget }) => {
            focusBeside(currentTarget);
            onRun(next);
          }}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}
