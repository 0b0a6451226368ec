import type { EvaluationRun, EvaluationSet } from '@lectern/contracts';
import { Button, SimpleGrid, Switch, Title } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { refreshQueries } from '../api/query-client.ts';
import { Hint } from '../components/hint.tsx';
import { useAction } from '../components/use-action.ts';
import { evaluationKeys } from '../evaluation-sets/evaluation-sets.ts';
import { useTexts } from '../i18n/language.tsx';
import { type Scope, toScopeFilter, wholeScope } from '../library/scope.ts';
import { ScopeButton } from '../library/scope-button.tsx';
import { defaultSettings, type SearchSettings } from '../search/search-options.ts';
import { SettingsFields } from '../search/settings-fields.tsx';
import classes from './evaluation.module.css';
import { toEvaluationSettings } from './evaluation-runs.ts';

export interface RunFormProps {
  readonly set: EvaluationSet;
  readonly isRunning: boolean;
  readonly onStarted: (run: EvaluationRun) => void;
}

export function RunForm({ set, isRunning, onStarted }: RunFormProps) {
  const texts = useTexts('evaluation');
  const [scope, setScope] = useState<Scope>(wholeScope);
  const [settings, setSettings] = useState<SearchSettings>(defaultSettings);
  const [others, setOthers] = useState<SearchSettings>({ ...defaultSettings, mode: 'keyword' });
  const [compares, setCompares] = useState(true);
  const start = useAction(
    () =>
      call('startEvaluationRun', {
        params: { id: set.id },
        body: {
          settings: (compares ? [settings, others] : [settings]).map((one) => ({
            ...toEvaluationSettings(one),
            ...toScopeFilter(scope),
          })),
        },
      }),
    {
      onDone: (run) => {
        void refreshQueries(evaluationKeys);
        onStarted(run);
      },
    },
  );
  return (
    <section aria-label={texts.run}>
      <Title order={2} size="h4">
        {texts.run}
      </Title>
      <Hint mb="xs">{texts.runText}</Hint>
      <ScopeButton scope={scope} onChange={setScope} />
      <Switch
        my="sm"
        label={texts.compare}
        checked={compares}
        onChange={(event) => setCompares(event.currentTarget.checked)}
      />
      <SimpleGrid cols={{ base: 1, md: compares ? 2 : 1 }}>
        <fieldset className={classes.settings}>
          <legend>{texts.settingsA}</legend>
          <SettingsFields settings={settings} onChange={setSettings} hasLimit={false} />
        </fieldset>
        {compares && (
          <fieldset className={classes.settings}>
            <legend>{texts.settingsB}</legend>
            <SettingsFields settings={others} onChange={setOthers} hasLimit={false} />
          </fieldset>
        )}
      </SimpleGrid>
      <Button
        loading={start.isPending}
        disabled={isRunning || set.question_count === 0}
        onClick={() => start.mutate()}
      >
        {texts.start}
      </Button>
    </section>
  );
}
