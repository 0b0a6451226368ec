import type { EmbeddingModel } from '@lectern/contracts';
import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { FormDialog } from '../components/form-dialog.tsx';
import { SetPicker } from '../evaluation-sets/set-picker.tsx';
import { useTexts } from '../i18n/language.tsx';

export interface TryModelDialogProps {
  readonly model: EmbeddingModel;
  readonly name: string;
  readonly onClose: () => void;
}

/** Starts a trial on an evaluation set and shows its run. */
export function TryModelDialog({ model: { id }, name, onClose }: TryModelDialogProps) {
  const texts = useTexts('models');
  const navigate = useNavigate();
  const [setId, setSetId] = useState('');
  return (
    <FormDialog
      title={texts.embeddingTryTitle(name)}
      label={texts.embeddingTryAction}
      isDisabled={setId === ''}
      act={() => call('tryEmbeddingModel', { params: { id }, body: { evaluation_set_id: setId } })}
      onDone={() => void navigate({ to: '/evaluations/$setId', params: { setId } })}
      onClose={onClose}
    >
      <Text size="sm" mb="md">
        {texts.embeddingTryText}
      </Text>
      <SetPicker setId={setId} onChange={setSetId} />
    </FormDialog>
  );
}
