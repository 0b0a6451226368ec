import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { FormDialog } from '../components/form-dialog.tsx';
import { SetPicker } from '../evaluation-sets/set-picker.tsx';
import { useTexts } from '../i18n/language.tsx';

export interface TryModelDialogProps {
  readonly name: string;
  readonly text: string;
  /** Starts the trial on a set. */
  readonly act: (setId: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Starts a trial on an evaluation set and shows its run. */
export function TryModelDialog({ name, text, act, onClose }: TryModelDialogProps) {
  const texts = useTexts('models');
  const navigate = useNavigate();
  const [setId, setSetId] = useState('');
  return (
    <FormDialog
      title={texts.embeddingTryTitle(name)}
      label={texts.embeddingTryAction}
      isDisabled={setId === ''}
      act={() => act(setId)}
      onDone={() => void navigate({ to: '/evaluations/$setId', params: { setId } })}
      onClose={onClose}
    >
      <Text size="sm" mb="md">
        {text}
      </Text>
      <SetPicker setId={setId} onChange={setSetId} />
    </FormDialog>
  );
}
