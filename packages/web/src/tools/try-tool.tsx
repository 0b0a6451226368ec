import type { McpServerTool, McpToolOutcome } from '@lectern/contracts';
import {
  Alert,
  Button,
  Code,
  Group,
  JsonInput,
  NumberInput,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { refreshQueries } from '../api/query-client.ts';
import { pendingApprovalsQuery } from '../approvals/pending-approvals.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Hint } from '../components/hint.tsx';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';
import { listFields, readArguments, type SchemaField } from './schema-fields.ts';

export interface TryToolProps {
  readonly server: string;
  readonly tool: McpServerTool;
}

/** Calls a tool through a form for its schema. A writing tool waits for approval. */
export function TryTool({ server, tool: { name, input_schema } }: TryToolProps) {
  const texts = useTexts('tools');
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const fields = listFields(input_schema);
  const attempt = useAction(
    () => call('callMcpTool', { body: { server, name, arguments: readArguments(fields, values) } }),
    {
      quiet: true,
      onDone: () => refreshQueries(pendingApprovalsQuery),
    },
  );
  return (
    <form
      aria-label={`${texts.tryTool}: ${name}`}
      onSubmit={(event) => {
        event.preventDefault();
        attempt.mutate();
      }}
    >
      <Stack gap="sm" maw={480} mt="sm">
        {fields.length === 0 && <Hint>{texts.noInputs}</Hint>}
        {fields.map((field) => (
          <ToolField
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            onChange={(value) => setValues({ ...values, [field.name]: value })}
          />
        ))}
        <Group>
          <Button type="submit" size="xs" loading={attempt.isPending}>
            {texts.callTool}
          </Button>
        </Group>
      </Stack>
      {attempt.error instanceof SyntaxError && (
        <Alert color="red" role="alert" mt="sm">
          {texts.badJson}
        </Alert>
      )}
      {attempt.isError && !(attempt.error instanceof SyntaxError) && (
        <ErrorNotice error={attempt.error} />
      )}
      {attempt.data && <Outcome outcome={attempt.data} />}
    </form>
  );
}

function Outcome({ outcome }: { readonly outcome: McpToolOutcome }) {
  const texts = useTexts('tools');
  const failures = useTexts('toolFailures');
  if ('error' in outcome) {
    const waits = outcome.error === 'confirmation_required';
    return (
      <Alert color={waits ? 'yellow' : 'red'} role="status" mt="sm">
        {waits ? texts.callWaits : failures[outcome.error]}
        {/* The message names the parameter; it exists only in English. */}
        {outcome.error === 'invalid_arguments' && ` (${outcome.message})`}
        {outcome.text && <Answer text={outcome.text} />}
      </Alert>
    );
  }
  const text = outcome.content
    .map((part) => (typeof part.text === 'string' ? part.text : `[${part.type}]`))
    .join('\n');
  return (
    <section aria-label={texts.toolAnswer}>
      <Text size="sm" fw={600} mt="sm" role="status">
        {outcome.isError ? texts.toolFailed : texts.toolAnswer}
      </Text>
      <Answer text={text} />
    </section>
  );
}

function Answer({ text }: { readonly text: string }) {
  return (
    <Code
      block
      tabIndex={0}
      mah={320}
      style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', overflowY: 'auto' }}
    >
      {text}
    </Code>
  );
}

interface ToolFieldProps {
  readonly field: SchemaField;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function ToolField({ field, value, onChange }: ToolFieldProps) {
  const texts = useTexts('tools');
  const { label, description, kind, isRequired, choices } = field;
  const common = { size: 'xs', label, description, required: isRequired } as const;
  if (kind === 'number') {
    return <NumberInput {...common} value={value} onChange={(next) => onChange(String(next))} />;
  }
  if (kind === 'choice' || kind === 'switch') {
    const data =
      kind === 'choice'
        ? [...choices]
        : [
            { value: 'true', label: texts.yes },
            { value: 'false', label: texts.no },
          ];
    return (
      <Select
        {...common}
        clearable
        data={data}
        value={value || null}
        onChange={(next) => onChange(next ?? '')}
      />
    );
  }
  if (kind === 'json') {
    return (
      <JsonInput {...common} autosize minRows={2} maxRows={10} value={value} onChange={onChange} />
    );
  }
  return (
    <TextInput
      {...common}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
