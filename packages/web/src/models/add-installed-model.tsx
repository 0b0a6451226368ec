import { Button, PasswordInput, Select, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { FormDialog, type FormDialogProps } from '../components/form-dialog.tsx';
import { useTexts } from '../i18n/language.tsx';
import type { FormValues } from '../lib/read-form-values.ts';
import { ModelProblem, readReason, useProblemTexts } from './model-problem.tsx';

export interface AddInstalledModelProps<Provider extends string>
  extends Pick<FormDialogProps<unknown>, 'title' | 'changes'> {
  readonly providers: readonly {
    readonly value: Provider;
    readonly label: string;
    /** Address for an example; absent for a local model. */
    readonly address?: string;
    readonly needsModel?: boolean;
  }[];
  readonly add: (
    place: {
      readonly provider: Provider;
      readonly base_url: string | null;
      readonly model: string | null;
      readonly api_key: string | null;
    },
    values: FormValues,
  ) => Promise<unknown>;
  /** More fields for a provider. */
  readonly fields?: (provider: Provider) => ReactNode;
}

/** A button with the dialog that adds a model to the installation. */
export function AddInstalledModel<Provider extends string>(
  props: AddInstalledModelProps<Provider>,
) {
  const { title, changes, providers, add, fields } = props;
  const texts = useTexts('models');
  const problemText = useProblemTexts();
  const [isOpen, setIsOpen] = useState(false);
  const [value, setValue] = useState(providers[0]?.value);
  const provider = providers.find((one) => one.value === value);
  const explain = (error: Error) => {
    const reason = readReason(error);
    return reason && <ModelProblem text={problemText(reason, !provider?.address)} />;
  };
  return (
    <>
      <Button
        size="xs"
        variant="default"
        mt="sm"
        style={{ alignSelf: 'flex-start' }}
        onClick={() => setIsOpen(true)}
      >
        {title}
      </Button>
      {isOpen && provider && (
        <FormDialog
          title={title}
          label={texts.connect}
          changes={changes}
          explain={explain}
          act={(values) => {
            const read = (name: string) => values[name]?.trim() || null;
            return add(
              {
                provider: provider.value,
                base_url: read('address'),
                model: read('model'),
                api_key: read('key'),
              },
              values,
            );
          }}
          onClose={() => setIsOpen(false)}
        >
          <Stack>
            <Select
              label={texts.provider}
              data={providers.map(({ value: name, label }) => ({ value: name, label }))}
              value={provider.value}
              onChange={(name) => setValue(name ?? value)}
            />
            {provider.address && (
              <TextInput
                name="address"
                label={texts.address}
                placeholder={provider.address}
                maxLength={2000}
                required
              />
            )}
            <TextInput
              name="model"
              label={texts.model}
              description={provider.address ? undefined : texts.localModelText}
              maxLength={300}
              required={provider.needsModel ?? true}
            />
            {provider.address && (
              <PasswordInput
                name="key"
                label={texts.key}
                description={texts.keyText}
                autoComplete="off"
              />
            )}
            {fields?.(provider.value)}
          </Stack>
        </FormDialog>
      )}
    </>
  );
}
