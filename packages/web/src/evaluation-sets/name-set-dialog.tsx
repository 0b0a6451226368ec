import type { EvaluationSet } from '@lectern/contracts';
import { TextInput } from '@mantine/core';
import { call } from '../api/call.ts';
import { refreshQueries } from '../api/query-client.ts';
import { Dialog } from '../components/dialog.tsx';
import { DialogButtons } from '../components/dialog-buttons.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';
import { evaluationKeys } from './evaluation-sets.ts';

export interface NameSetDialogProps {
  /** The set to rename; without it a new set is created. */
  readonly set?: EvaluationSet | undefined;
  readonly onClose: () => void;
  readonly onDone: (set: EvaluationSet) => void;
}

export function NameSetDialog({ set, onClose, onDone }: NameSetDialogProps) {
  const texts = useTexts('evaluationSets');
  const parts = useTexts('components');
  const save = useAction(
    (name: string) =>
      set
        ? call('renameEvaluationSet', { params: { id: set.id }, body: { name } })
        : call('createEvaluationSet', { body: { name } }),
    {
      quiet: true,
      onDone: (done) => {
        void refreshQueries(evaluationKeys);
        onDone(done);
      },
    },
  );
  return (
    <Dialog onClose={onClose} title={set ? texts.renameTitle : texts.newSetTitle}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(String(new FormData(event.currentTarget).get('name')));
        }}
      >
        {save.isError && <ErrorNotice error={save.error} />}
        <TextInput
          name="name"
          label={texts.name}
          defaultValue={set?.name ?? ''}
          maxLength={200}
          required
          data-autofocus
        />
        <DialogButtons
          label={set ? parts.save : parts.create}
          isBusy={save.isPending}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}
