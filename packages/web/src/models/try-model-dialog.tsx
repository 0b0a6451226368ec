import type { EmbeddingModel } from '@lectern/contracts';
import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { Dialog } from '../components/dialog.tsx';
import { DialogButtons } from '../components/dialog-buttons.tsx';
import { useAction } from '../components/use-action.ts';
import { SetPicker } from '../evaluation-sets/set-picker.tsx';
import { useTexts } from '../i18n/language.tsx';

export interface TryModelDialogProps {
  readonly model: EmbeddingModel;
  readonly name: string;
  readonly onClose: () => void;
}

/** Starts a trial on an evaluation set and shows its run. */
export function TryModelDialog({ model, name, onClose }: TryModelDialogProps) {
  const texts = useTexts('models');
  const navigate = useNavigate();
  const [setId, setSetId] = useState('');
  const start = useAction(
    () =>
      call('tryEmbeddingModel', { params: { id: model.id }, body: { evaluation_set_id: setId } }),
    { onDone: () => void navigate({ to: '/evaluations/$setId', params: { setId } }) },
  );
  return (
    <Dialog title={texts.embeddingTryTitle(name)} onClose={onClose}>
      <Text size="sm" mb="md">
        {texts.embeddingTryText}
      </Text>
      <SetPicker setId={setId} onChange={setSetId} />
      <DialogButtons
        label={texts.embeddingTryAction}
        isBusy={start.isPending}
        isDisabled={setId === ''}
        onAct={() => start.mutate()}
        onClose={onClose}
      />
    </Dialog>
  );
}
