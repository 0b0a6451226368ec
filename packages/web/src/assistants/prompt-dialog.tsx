import type { Prompt } from '@lectern/contracts';
import { Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { promptsQuery } from '../api/assistants.ts';
import { call } from '../api/call.ts';
import { useTexts } from '../i18n/language.tsx';
import { VisibilityFields } from '../models/visibility-fields.tsx';
import { ItemDialog } from './item-dialog.tsx';

export interface PromptDialogProps {
  /** The prompt to change; undefined for a new one. */
  readonly prompt?: Prompt;
  readonly onClose: () => void;
}

/** Saves a prompt, or changes one. */
export function PromptDialog({ prompt, onClose }: PromptDialogProps) {
  const texts = useTexts('assistants');
  const [name, setName] = useState(prompt?.name ?? '');
  const [text, setText] = useState(prompt?.text ?? '');
  const [visibility, setVisibility] = useState(
    prompt?.visibility ?? { everyone: false, roles: [], team_ids: [] },
  );
  const body = { name, text, visibility };
  return (
    <ItemDialog
      title={prompt ? texts.editTitle(prompt.name) : texts.addPrompt}
      queryKey={promptsQuery.queryKey}
      isComplete={name.trim() !== '' && text.trim() !== ''}
      save={() =>
        prompt
          ? call('updatePrompt', { params: { id: prompt.id }, body })
          : call('createPrompt', { body })
      }
      onClose={onClose}
    >
      <Stack>
        <TextInput
          label={texts.name}
          required
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Textarea
          label={texts.text}
          required
          autosize
          minRows={4}
          maxRows={12}
          maxLength={20_000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <VisibilityFields value={visibility} onChange={setVisibility} />
      </Stack>
    </ItemDialog>
  );
}
