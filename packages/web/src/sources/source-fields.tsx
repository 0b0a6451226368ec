import { Button, PasswordInput, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { ApiError } from '../api/api-error.ts';
import { describeCause } from '../api/describe-error.ts';
import { useLanguage, useTexts } from '../i18n/language.tsx';
import { type FieldValues, type FormName, getForm } from './source-forms.ts';

export interface SourceFieldsProps {
  readonly form: FormName;
  readonly values: FieldValues;
  readonly onChange: (values: FieldValues) => void;
  /** Error of the last request, shown at the field that it names. */
  readonly error: unknown;
  /** True if an empty secret leaves the stored one. */
  readonly hasCredentials?: boolean;
}

interface HostKey {
  readonly type: string;
  readonly fingerprint: string;
  readonly key: string;
}

export function SourceFields(props: SourceFieldsProps) {
  const { form, values, onChange, error, hasCredentials = false } = props;
  const texts = useTexts('sources');
  const language = useLanguage();
  const wrong = error instanceof ApiError ? String(error.details.field ?? '') : '';
  const keys = readHostKeys(error);
  const list = useRef<HTMLDivElement>(null);
  // The field with the error may be out of view.
  useEffect(() => {
    if (error) list.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [error]);
  return (
    <Stack ref={list}>
      {getForm(form).fields.map((field) => {
        const { name, type, choices, isOptional = false, placeholder } = field;
        const change = (value: string) => onChange({ ...values, [name]: value });
        const isSecret = type === 'secret' || type === 'area';
        const hints: Readonly<Record<string, string>> = texts.hints;
        const common = {
          label: texts.fields[field.label],
          description: isSecret && hasCredentials ? texts.secretKept : hints[field.label],
          error:
            wrong === name &&
            (keys
              ? texts.confirmKey(
                  keys.map(({ type, fingerprint }) => `${type} ${fingerprint}`).join(', '),
                )
              : describeCause(error as ApiError, language)),
          errorProps: { role: 'alert' },
          required: !isOptional && !(isSecret && hasCredentials),
          value: values[name] ?? '',
        };
        if (choices) {
          return (
            <Select
              key={name}
              {...common}
              allowDeselect={isOptional}
              value={common.value || null}
              data={choices}
              onChange={(value) => change(value ?? '')}
            />
          );
        }
        if (type === 'switch') {
          return (
            <Switch
              key={name}
              label={common.label}
              description={common.description}
              error={common.error}
              checked={common.value === 'true'}
              onChange={(event) => change(String(event.currentTarget.checked))}
            />
          );
        }
        const input = {
          ...common,
          placeholder,
          maxLength: 20_000,
          autoComplete: 'off',
          onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
            change(event.currentTarget.value),
        };
        if (type === 'secret') return <PasswordInput key={name} {...input} />;
        if (type === 'lines' || type === 'options' || type === 'area') {
          return <Textarea key={name} rows={3} spellCheck={false} {...input} />;
        }
        return (
          <TextInput
            key={name}
            {...input}
            inputMode={type === 'number' ? 'numeric' : 'text'}
            rightSectionWidth="auto"
            rightSection={
              keys &&
              common.error && (
                <Button
                  size="compact-xs"
                  variant="light"
                  mr="xs"
                  onClick={() => change(keys.map(({ key }) => key).join(' '))}
                >
                  {texts.trustKey}
                </Button>
              )
            }
          />
        );
      })}
    </Stack>
  );
}

/** Returns true for an error that a field of the form shows. */
export function isFieldError(error: unknown, form: FormName): boolean {
  const { fields } = getForm(form);
  return error instanceof ApiError && fields.some(({ name }) => name === error.details.field);
}

/** Returns the keys of a server that a person must confirm. */
function readHostKeys(error: unknown): readonly HostKey[] | undefined {
  const keys = error instanceof ApiError ? error.details.host_keys : undefined;
  return Array.isArray(keys) ? keys : undefined;
}
