import type { EvaluationSet } from '@lectern/contracts';
import { TextInput } from '@mantine/core';
import { call } from '../api/call.ts';
import { FormDialog } from '../components/form-dialog.tsx';
import { useTexts } from '../i18n/language.tsx';
import { evaluationKeys } from './evaluation-sets.ts';

export interface NameSetDialogProps {
  /** The set to rename; without it a new set is created. */
  readonly set?: EvaluationSet | undefined;
  readonly onClose: () => void;
  readonly onDone?: (set: EvaluationSet) => void;
}

export function NameSetDialog({ set, ...dialog }: NameSetDialogProps) {
  const texts = useTexts('evaluationSets');
  return (
    <FormDialog
      {...dialog}
      title={set ? texts.renameTitle : texts.newSetTitle}
      label={set ? texts.save : texts.create}
      changes={[evaluationKeys]}
      act={({ name = '' }) =>
        set
          ? call('renameEvaluationSet', { params: { id: set.id }, body: { name } })
          : call('createEvaluationSet', { body: { name } })
      }
    >
      <TextInput
        name="name"
        label={texts.name}
        defaultValue={set?.name ?? ''}
        maxLength={200}
        required
        data-autofocus
      />
    </FormDialog>
  );
}
