import type { Assistant, BodyOf, ConversationMode } from '@lectern/contracts';
import { Checkbox, MultiSelect, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { assistantsQuery } from '../api/assistants.ts';
import { call } from '../api/call.ts';
import { FormDialog } from '../components/form-dialog.tsx';
import { useTexts } from '../i18n/language.tsx';
import { collectionsQuery } from '../library/collections.ts';
import { useModels } from '../models/models.ts';
import { VisibilityFields } from '../models/visibility-fields.tsx';
import { mcpServersQuery } from '../tools/mcp-servers.ts';

export interface AssistantDialogProps {
  /** The assistant to change; undefined for a new one. */
  readonly assistant?: Assistant;
  readonly onClose: () => void;
}

const modes: readonly ConversationMode[] = ['knowledge', 'agent', 'research'];

/** Creates an assistant, or changes one. */
export function AssistantDialog({ assistant, onClose }: AssistantDialogProps) {
  const texts = useTexts('assistants');
  const chat = useTexts('chat');
  const models = useModels();
  const collections = useQuery(collectionsQuery).data ?? [];
  const servers = useQuery(mcpServersQuery).data?.mcp_servers ?? [];
  const [values, setValues] = useState(() => toBody(assistant));
  const set = (change: Partial<typeof values>) => setValues((was) => ({ ...was, ...change }));
  const { tools } = values;
  const offered = [...servers.map(({ name }) => ({ server: name })), ...(tools ?? [])];
  const toValue = (tool: (typeof offered)[number]) => JSON.stringify(tool);
  return (
    <FormDialog
      title={assistant ? texts.editTitle(assistant.name) : texts.addAssistant}
      size="lg"
      label={texts.save}
      isDisabled={values.name.trim() === ''}
      changes={[assistantsQuery]}
      act={() =>
        assistant
          ? call('updateAssistant', { params: { id: assistant.id }, body: values })
          : call('createAssistant', { body: values })
      }
      onClose={onClose}
    >
      <Stack>
        <TextInput
          label={texts.name}
          required
          maxLength={100}
          value={values.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <TextInput
          label={texts.descriptionField}
          maxLength={1_000}
          value={values.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
        <Textarea
          label={texts.instructions}
          description={texts.instructionsText}
          autosize
          minRows={4}
          maxRows={12}
          maxLength={8_000}
          value={values.instructions}
          onChange={(event) => set({ instructions: event.currentTarget.value })}
        />
        <Select
          label={chat.model}
          placeholder={texts.defaultModel}
          clearable
          clearButtonProps={{ 'aria-label': texts.clear }}
          description={
            values.model && !models.some(({ id }) => id === values.model)
              ? texts.modelMissing
              : undefined
          }
          data={models.map(({ id, name }) => ({ value: id, label: name }))}
          value={values.model}
          onChange={(model) => set({ model })}
        />
        <Select
          label={chat.mode}
          placeholder={texts.anyMode}
          clearable
          clearButtonProps={{ 'aria-label': texts.clear }}
          data={modes.map((mode) => ({ value: mode, label: chat[mode] }))}
          value={values.mode}
          onChange={(mode) => set({ mode })}
        />
        <MultiSelect
          label={texts.collections}
          description={texts.collectionsText}
          searchable
          data={toOptions([
            ...collections.map(({ id, name }) => ({ value: id, label: name })),
            ...(values.collections ?? []).map((id) => ({ value: id, label: id })),
          ])}
          value={values.collections ?? []}
          onChange={(ids) => set({ collections: ids.length > 0 ? ids : null })}
        />
        <Checkbox
          label={texts.noTools}
          checked={tools?.length === 0}
          onChange={(event) => set({ tools: event.currentTarget.checked ? [] : null })}
        />
        {tools?.length !== 0 && (
          <MultiSelect
            label={texts.tools}
            description={texts.toolsText}
            data={toOptions(
              offered.map((tool) => ({
                value: toValue(tool),
                label: 'tool' in tool && tool.tool ? `${tool.server} › ${tool.tool}` : tool.server,
              })),
            )}
            value={(tools ?? []).map(toValue)}
            onChange={(chosen) =>
              set({ tools: chosen.length > 0 ? chosen.map((one) => JSON.parse(one)) : null })
            }
          />
        )}
        <VisibilityFields
          value={values.visibility}
          onChange={(visibility) => set({ visibility })}
        />
      </Stack>
    </FormDialog>
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
}

/** Returns each value once, with its first label. */
function toOptions(options: readonly Option[]): Option[] {
  const values = options.map(({ value }) => value);
  return options.filter(({ value }, at) => values.indexOf(value) === at);
}

function toBody(assistant: Assistant | undefined) {
  const { name = '', description = '', instructions = '', model = null } = assistant ?? {};
  const { mode = null, collections = null, tools = null } = assistant ?? {};
  const visibility = assistant?.visibility ?? {
    everyone: false,
    roles: [],
    team_ids: [],
    user_ids: [],
  };
  return {
    name,
    description,
    instructions,
    model,
    mode,
    collections,
    tools,
    visibility,
  } satisfies BodyOf<'createAssistant'>;
}
