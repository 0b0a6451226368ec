import type { ModelConnection } from '@lectern/contracts';
import { Button, Card, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { refreshQueries } from '../api/query-client.ts';
import { ActionButton } from '../components/action-button.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Hint } from '../components/hint.tsx';
import { QuietButton } from '../components/quiet-button.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { useAction } from '../components/use-action.ts';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import { ModelDialog } from './model-dialog.tsx';
import { canRead, modelsQuery } from './models.ts';
import { TestResult } from './test-result.tsx';

export interface ModelCardProps {
  readonly model: ModelConnection;
  /** All models, among them the fallbacks. */
  readonly models: readonly ModelConnection[];
  readonly canChange: boolean;
}

const kinds = { healthy: 'good', failing: 'bad', unknown: 'quiet' } as const;

export function ModelCard({ model, models, canChange }: ModelCardProps) {
  const texts = useTexts('models');
  const formats = useFormats();
  const [isEditing, setIsEditing] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const { id, name, health, capabilities, fallback_ids: fallbackIds, visibility } = model;
  const isOfPage = model.source === 'page';
  const refresh = () => refreshQueries(modelsQuery);
  const test = useAction(() => call('testModelConnection', { body: { id } }), { onDone: refresh });
  const makeDefault = useAction(
    () => call('updateModelConnection', { params: { id }, body: { is_default: true } }),
    { onDone: refresh },
  );
  const abilities = (['tools', 'json_schema', 'vision'] as const).filter(
    (ability) => capabilities[ability],
  );
  const fallbacks = models.filter((other) => fallbackIds.includes(other.id));
  return (
    <Card>
      <Group gap="xs">
        <Title order={2} size="h5">
          {canRead(model) ? name : texts.built_in}
        </Title>
        {model.is_default && <StateBadge kind="good">{texts.byDefault}</StateBadge>}
        {isOfPage && <StateBadge kind={kinds[health.state]}>{texts[health.state]}</StateBadge>}
        {!visibility.everyone && <StateBadge kind="quiet">{texts.limited}</StateBadge>}
      </Group>
      <Hint size="xs" style={{ overflowWrap: 'anywhere' }}>
        {canRead(model) &&
          [texts[model.provider], model.model, model.base_url].filter(Boolean).join(' · ')}
      </Hint>
      <Text size="sm">
        {canRead(model)
          ? abilities.map((ability) => texts[`has_${ability}`]).join(', ')
          : texts.builtInText}
      </Text>
      {!isOfPage && canRead(model) && <Hint>{texts.ofEnvironment}</Hint>}
      {fallbacks.length > 0 && (
        <Hint>{texts.fallsBack(fallbacks.map((other) => other.name).join(', '))}</Hint>
      )}
      {health.reason && (
        <Text size="sm" c="var(--mantine-color-error)">
          {texts.problems[health.reason]} {health.since && `(${formats.ago(health.since)})`}
        </Text>
      )}
      {canChange && canRead(model) && (
        <Group mt="sm" gap="xs">
          <ActionButton action={test}>{texts.test}</ActionButton>
          {isOfPage && (
            <>
              {!model.is_default && (
                <ActionButton action={makeDefault}>{texts.makeDefault}</ActionButton>
              )}
              <Button size="xs" variant="default" onClick={() => setIsEditing(true)}>
                {texts.edit}
              </Button>
              <QuietButton onClick={() => setIsRemoving(true)}>{texts.remove}</QuietButton>
            </>
          )}
        </Group>
      )}
      {test.data && <TestResult result={test.data} />}
      {isEditing && (
        <ModelDialog model={model} models={models} onClose={() => setIsEditing(false)} />
      )}
      <ConfirmDialog
        isOpen={isRemoving}
        title={texts.removeTitle(name)}
        text={texts.removeText}
        action={texts.remove}
        act={() => call('deleteModelConnection', { params: { id } })}
        onDone={refresh}
        onClose={() => setIsRemoving(false)}
      />
    </Card>
  );
}
