import type { ModelProblem } from '@lectern/contracts';
import { Button, Group, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog, type ConfirmDialogProps } from '../components/confirm-dialog.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { StateBadge, type StateBadgeProps } from '../components/state-badge.tsx';
import { SetPicker } from '../evaluation-sets/set-picker.tsx';
import { useTexts } from '../i18n/language.tsx';
import { useProblemTexts } from './model-problem.tsx';

export interface InstalledModelProps {
  readonly name: string;
  readonly state: 'active' | 'building' | 'waiting' | 'idle';
  /** Why the model cannot be used. */
  readonly problem?: ModelProblem | null | undefined;
  readonly isLocal: boolean;
  readonly trial?: Pick<TryModelDialogProps, 'text' | 'act'> | undefined;
  /** Button that chooses the model. */
  readonly choice: ReactNode;
  readonly removal?: Pick<ConfirmDialogProps, 'text' | 'act' | 'changes'> | undefined;
  readonly children?: ReactNode;
}

const kinds: Readonly<Record<InstalledModelProps['state'], StateBadgeProps['kind']>> = {
  active: 'good',
  building: 'warn',
  waiting: 'warn',
  idle: 'quiet',
};

/** A model of the installation, which is tried, chosen and removed. */
export function InstalledModel(props: InstalledModelProps) {
  const { name, state, problem, isLocal, trial, choice, removal, children } = props;
  const texts = useTexts('models');
  const problemText = useProblemTexts();
  const [dialog, setDialog] = useState<'try' | 'remove'>();
  const close = () => setDialog(undefined);
  return (
    <div>
      <Group justify="space-between">
        <Group gap="xs">
          <Text size="sm">{name}</Text>
          <StateBadge kind={kinds[state]}>{texts.embeddingStates[state]}</StateBadge>
        </Group>
        <Group gap="xs">
          {trial && (
            <Button size="xs" variant="default" onClick={() => setDialog('try')}>
              {texts.embeddingTry}
            </Button>
          )}
          {choice}
          {removal && (
            <Button size="xs" variant="default" onClick={() => setDialog('remove')}>
              {texts.remove}
            </Button>
          )}
        </Group>
      </Group>
      {children}
      {problem && (
        <Text size="xs" c="var(--mantine-color-error)" role="status">
          {problemText(problem, isLocal)}
        </Text>
      )}
      {dialog === 'try' && trial && <TryModelDialog name={name} {...trial} onClose={close} />}
      {removal && (
        <ConfirmDialog
          isOpen={dialog === 'remove'}
          title={texts.removeTitle(name)}
          action={texts.remove}
          {...removal}
          onClose={close}
        />
      )}
    </div>
  );
}

interface TryModelDialogProps {
  readonly name: string;
  readonly text: string;
  /** Starts the trial on a set. */
  readonly act: (setId: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Starts a trial on an evaluation set and shows its run. */
function TryModelDialog({ name, text, act, onClose }: TryModelDialogProps) {
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
