import type { ResearchFrame } from '@lectern/contracts';
import {
  maxFrameValues,
  maxResearchPublications,
  maxResearchTrials,
} from '@lectern/contracts/frame-limits';
import {
  Button,
  Group,
  MultiSelect,
  NumberInput,
  Select,
  SimpleGrid,
  Switch,
  TagsInput,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../i18n/language.tsx';

const intents = [
  'recent_pubs_by_topic',
  'indication_phase_trials',
  'trials_with_pubs',
  'hybrid_search',
] as const satisfies readonly ResearchFrame['intent'][];
const phases = ['EARLY_PHASE1', 'PHASE1', 'PHASE2', 'PHASE3', 'PHASE4', 'NA'] as const;
const statuses = [
  'NOT_YET_RECRUITING',
  'RECRUITING',
  'ENROLLING_BY_INVITATION',
  'ACTIVE_NOT_RECRUITING',
  'COMPLETED',
  'SUSPENDED',
  'TERMINATED',
  'WITHDRAWN',
  'UNKNOWN',
  'AVAILABLE',
  'NO_LONGER_AVAILABLE',
  'TEMPORARILY_NOT_AVAILABLE',
  'APPROVED_FOR_MARKETING',
  'WITHHELD',
] as const;
const dates = [
  'published',
  'start',
  'primary_completion',
  'completion',
  'first_posted',
  'results_posted',
  'updated',
] as const;
const sizes = ['min_enrollment', 'max_enrollment'] as const;
const orders = ['newest', 'oldest', 'largest', 'smallest'] as const;
const words = ['conditions', 'interventions', 'sponsors', 'terms', 'excluded'] as const;
const datePattern = '\\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\\d|3[01]))?)?';

export interface FiltersFormProps {
  readonly frame: ResearchFrame;
  readonly isBusy: boolean;
  readonly onRun: (frame: ResearchFrame) => void;
}

/** Edits the filters of a question and runs it again. */
export function FiltersForm({ frame, isBusy, onRun }: FiltersFormProps) {
  const texts = useTexts('research');
  const [next, setNext] = useState(frame);
  const { entities, filters } = next;
  const setFilter = (change: Partial<ResearchFrame['filters']>) =>
    setNext({ ...next, filters: { ...filters, ...change } });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onRun({ ...next, node_path: [] });
      }}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <Select
          label={texts.intent}
          value={next.intent}
          onChange={(value) => value && setNext({ ...next, intent: value })}
          data={intents.map((value) => ({ value, label: texts[value] }))}
        />
        <MultiSelect
          label={texts.phases}
          value={[...filters.phases]}
          onChange={(value) =>
            setFilter({ phases: phases.filter((phase) => value.includes(phase)) })
          }
          data={phases.map((value) => ({ value, label: value.replace('_', ' ') }))}
        />
        <MultiSelect
          label={texts.statuses}
          value={[...filters.statuses]}
          onChange={(value) =>
            setFilter({ statuses: statuses.filter((status) => value.includes(status)) })
          }
          data={statuses.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
        />
        {words.map((kind) => (
          <TagsInput
            key={kind}
            label={texts[kind]}
            value={[...entities[kind]]}
            maxTags={maxFrameValues[kind]}
            onChange={(value) => setNext({ ...next, entities: { ...entities, [kind]: value } })}
          />
        ))}
        <TextInput
          label={texts.from}
          placeholder="2020-01"
          pattern={datePattern}
          value={filters.date_from ?? ''}
          onChange={({ currentTarget: { value } }) => setFilter({ date_from: value || null })}
        />
        <TextInput
          label={texts.to}
          placeholder="2026"
          pattern={datePattern}
          value={filters.date_to ?? ''}
          onChange={({ currentTarget: { value } }) => setFilter({ date_to: value || null })}
        />
        <Select
          label={texts.dateOf}
          value={filters.date_of ?? 'null'}
          onChange={(value) => setFilter({ date_of: dates.find((date) => date === value) ?? null })}
          data={[
            { value: 'null', label: texts.anyDate },
            ...dates.map((value) => ({ value, label: texts[`date_${value}`] })),
          ]}
        />
        <Select
          label={texts.results}
          value={String(filters.has_results)}
          onChange={(value) =>
            setFilter({ has_results: value === 'null' ? null : value === 'true' })
          }
          data={[
            { value: 'null', label: texts.anyResults },
            { value: 'true', label: texts.withResults },
            { value: 'false', label: texts.withoutResults },
          ]}
        />
        {sizes.map((size) => (
          <NumberInput
            key={size}
            label={texts[size]}
            min={1}
            max={1_000_000_000}
            allowDecimal={false}
            value={filters[size] ?? ''}
            onChange={(value) => setFilter({ [size]: Number(value) || null })}
          />
        ))}
        <NumberInput
          label={texts.maxPublications}
          min={1}
          max={maxResearchPublications}
          allowDecimal={false}
          value={filters.max_publications ?? ''}
          onChange={(value) => setFilter({ max_publications: Number(value) || null })}
        />
        <Select
          label={texts.trialOrder}
          value={filters.trial_order ?? 'null'}
          onChange={(value) =>
            setFilter({ trial_order: orders.find((order) => order === value) ?? null })
          }
          data={[
            { value: 'null', label: texts.order_null },
            ...orders.map((value) => ({ value, label: texts[`order_${value}`] })),
          ]}
        />
        <NumberInput
          label={texts.maxTrials}
          min={1}
          max={maxResearchTrials}
          allowDecimal={false}
          value={filters.max_trials ?? ''}
          onChange={(value) => setFilter({ max_trials: Number(value) || null })}
        />
      </SimpleGrid>
      <Group mt="sm" justify="space-between">
        <Switch
          label={texts.withPublications}
          checked={filters.include_publications}
          onChange={({ currentTarget: { checked } }) =>
            setFilter({ include_publications: checked })
          }
        />
        <Button type="submit" variant="default" loading={isBusy}>
          {texts.runAgain}
        </Button>
      </Group>
    </form>
  );
}
