import type { BodyOf, ModelConnection } from '@lectern/contracts';
import {
  Checkbox,
  Group,
  MultiSelect,
  NumberInput,
  PasswordInput,
  Select,
  Stack,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { ActionButton } from '../components/action-button.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { useAction } from '../components/use-action.ts';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import { modelsQuery } from './models.ts';
import { TestResult } from './test-result.tsx';
import { type Visibility, VisibilityFields } from './visibility-fields.tsx';

export interface ModelDialogProps {
  /** The connection to change; undefined for a new one. */
  readonly model?: ModelConnection;
  /** All models, among which fallbacks are chosen. */
  readonly models?: readonly ModelConnection[];
  readonly onClose: () => void;
}

type NewModel = BodyOf<'createModelConnection'>;
type Values = Pick<NewModel, 'provider' | 'model'> & {
  readonly name: string;
  readonly baseUrl: string;
  readonly key: string;
  readonly contextTokens: number;
  /** Prices of a million tokens; empty without one. */
  readonly priceIn: number | string;
  readonly priceOut: number | string;
  readonly currency: string;
  readonly isDefault: boolean;
  readonly fallbackIds: string[];
  readonly visibility: Visibility;
};

/** Connects a model, or changes its connection. */
export function ModelDialog({ model, models = [], onClose }: ModelDialogProps) {
  const texts = useTexts('models');
  const formats = useFormats();
  const [values, setValues] = useState(() => toValues(model));
  const set = (change: Partial<Values>) => setValues((was) => ({ ...was, ...change }));
  const test = useAction(() =>
    call('testModelConnection', { body: { ...(model && { id: model.id }), ...toAddress(values) } }),
  );
  const isComplete =
    values.model.trim() !== '' && (values.provider === 'anthropic' || values.baseUrl.trim() !== '');
  return (
    <FormDialog
      title={model ? texts.editTitle(model.name) : texts.connectModel}
      size="lg"
      label={model ? texts.save : texts.connect}
      isDisabled={!isComplete}
      extra={
        <ActionButton action={test} size="sm" disabled={!isComplete}>
          {texts.test}
        </ActionButton>
      }
      changes={[modelsQuery]}
      act={() =>
        model
          ? call('updateModelConnection', {
              params: { id: model.id },
              body: toChange(values, model),
            })
          : call('createModelConnection', { body: toBody(values) })
      }
      onClose={onClose}
    >
      <Stack>
        <Select
          label={texts.provider}
          value={values.provider}
          onChange={(value) => set({ provider: value ?? values.provider })}
          data={[
            { value: 'openai_compatible' as const, label: texts.openai_compatible },
            { value: 'anthropic' as const, label: texts.anthropic },
          ]}
        />
        <TextInput
          label={texts.address}
          description={texts.addressText}
          placeholder={
            values.provider === 'anthropic'
              ? 'https://api.anthropic.com'
              : 'http://localhost:11434/v1'
          }
          value={values.baseUrl}
          required={values.provider !== 'anthropic'}
          maxLength={2000}
          onChange={(event) => set({ baseUrl: event.currentTarget.value })}
        />
        <TextInput
          label={texts.model}
          value={values.model}
          maxLength={300}
          required
          onChange={(event) => set({ model: event.currentTarget.value })}
        />
        <PasswordInput
          label={texts.key}
          description={model?.has_api_key ? texts.keyKept : texts.keyText}
          autoComplete="off"
          value={values.key}
          onChange={(event) => set({ key: event.currentTarget.value })}
        />
        <TextInput
          label={texts.name}
          placeholder={values.model}
          maxLength={100}
          value={values.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <NumberInput
          label={texts.contextTokens}
          min={500}
          max={2_000_000}
          allowDecimal={false}
          value={values.contextTokens}
          onChange={(value) => set({ contextTokens: Number(value) || 8_000 })}
        />
        <Group grow align="flex-end">
          <NumberInput
            label={texts.priceIn}
            decimalSeparator={formats.separators.decimalSeparator}
            min={0}
            max={1_000_000}
            value={values.priceIn}
            onChange={(priceIn) => set({ priceIn })}
          />
          <NumberInput
            label={texts.priceOut}
            decimalSeparator={formats.separators.decimalSeparator}
            min={0}
            max={1_000_000}
            value={values.priceOut}
            onChange={(priceOut) => set({ priceOut })}
          />
          <TextInput
            label={texts.currency}
            pattern="[A-Za-z]{3}"
            maxLength={3}
            required={values.priceIn !== '' || values.priceOut !== ''}
            value={values.currency}
            onChange={(event) => set({ currency: event.currentTarget.value })}
          />
        </Group>
        {models.length > 1 && (
          <MultiSelect
            label={texts.fallbacks}
            description={texts.fallbacksText}
            data={models
              .filter(({ id }) => id !== model?.id)
              .map(({ id, name }) => ({ value: id, label: name }))}
            value={values.fallbackIds}
            onChange={(fallbackIds) => set({ fallbackIds })}
          />
        )}
        <VisibilityFields
          value={values.visibility}
          onChange={(visibility) => set({ visibility })}
        />
        <Checkbox
          label={texts.isDefault}
          checked={values.isDefault}
          onChange={(event) => set({ isDefault: event.currentTarget.checked })}
        />
        {test.data && <TestResult result={test.data} />}
      </Stack>
    </FormDialog>
  );
}

function toValues(model: ModelConnection | undefined): Values {
  return {
    provider: model?.provider === 'anthropic' ? 'anthropic' : 'openai_compatible',
    name: model?.name ?? '',
    baseUrl: model?.base_url ?? '',
    model: model?.model ?? '',
    key: '',
    contextTokens: model?.context_tokens ?? 8_000,
    priceIn: model?.price?.input ?? '',
    priceOut: model?.price?.output ?? '',
    currency: model?.price?.currency ?? 'USD',
    isDefault: model?.is_default ?? true,
    fallbackIds: model?.fallback_ids ?? [],
    visibility: model?.visibility ?? { everyone: true, roles: [], team_ids: [] },
  };
}

function toAddress({ provider, baseUrl, model, key }: Values) {
  return {
    provider,
    base_url: baseUrl.trim() || null,
    model: model.trim(),
    ...(key && { api_key: key }),
  };
}

/** Leaves out an unchanged address, since the suite tries a changed one. */
function toChange(values: Values, before: ModelConnection): BodyOf<'updateModelConnection'> {
  const { provider, base_url, model, ...others } = toBody(values);
  return {
    ...others,
    ...(provider !== before.provider && { provider }),
    ...(base_url !== before.base_url && { base_url }),
    ...(model !== before.model && { model }),
  };
}

function toBody(values: Values): NewModel {
  return {
    ...toAddress(values),
    name: values.name.trim() || values.model.trim(),
    context_tokens: values.contextTokens,
    price:
      values.priceIn === '' && values.priceOut === ''
        ? null
        : {
            input: Number(values.priceIn),
            output: Number(values.priceOut),
            currency: values.currency.trim().toUpperCase(),
          },
    is_default: values.isDefault,
    fallback_ids: values.fallbackIds,
    visibility: values.visibility,
  };
}
