import type { Prompt } from '@lectern/contracts';
import { Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { promptsQuery } from '../api/assistants.ts';
import { call } from '../api/call.ts';
import { FormDialog } from '../components/form-dialog.tsx';
import { useTexts } from '../i18n/language.tsx';
import { VisibilityFields } from '../models/visibility-fields.tsx';

export interface PromptDialogProps {
  /** The prompt to change; undefined for a new one. */
  readonly prompt?: Prompt;
  readonly onClose: () => void;
}

/** Saves a prompt, or changes one. */
export function PromptDialog({ prompt, onClose }: PromptDialogProps) {
  const texts = useTexts('assistants');
  const [visibility, setVisibility] = useState(
    prompt?.visibility ?? { everyone: false, roles: [], team_ids: [], user_ids: [] },
  );
  return (
    <FormDialog
      title={prompt ? texts.editTitle(prompt.name) : texts.addPrompt}
      size="lg"
      label={texts.save}
      changes={[promptsQuery]}
      act={({ name = '', text = '' }) => {
        const body = { name, text, visibility };
        return prompt
          ? call('updatePrompt', { params: { id: prompt.id }, body })
          : call('createPrompt', { body });
      }}
      onClose={onClose}
    >
      <Stack>
        <TextInput
          name="name"
          label={texts.name}
          required
          pattern=".*\S.*"
          maxLength={100}
          defaultValue={prompt?.name}
        />
        <Textarea
          name="text"
          label={texts.text}
          required
          autosize
          minRows={4}
          maxRows={12}
          maxLength={20_000}
          defaultValue={prompt?.text}
        />
        <VisibilityFields value={visibility} onChange={setVisibility} />
      </Stack>
    </FormDialog>
  );
}
