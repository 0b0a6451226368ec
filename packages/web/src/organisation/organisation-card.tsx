import { Button, Card, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { isAdmin, useMe } from '../api/session.ts';
import { tellSessionChange } from '../api/session-changes.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';
import { AgentToolsSwitch } from './agent-tools-switch.tsx';
import { DeleteOrganisationDialog } from './delete-organisation-dialog.tsx';

export function OrganisationCard() {
  const texts = useTexts('organisation');
  const roles = useTexts('people');
  const me = useMe();
  const { user, organisation, role } = me;
  const [asks, setAsks] = useState<'leave' | 'delete'>();
  const close = () => setAsks(undefined);
  const leave = useAction(() => call('removeMember', { params: { user_id: user.id } }), {
    onDone: () => {
      tellSessionChange();
      location.assign('/');
    },
    onFailed: close,
  });
  return (
    <Card withBorder>
      <Title order={2} size="h4" mb="sm">
        {texts.organisation}
      </Title>
      <Text>{organisation.name}</Text>
      <Text c="dimmed" size="sm">
        {roles[role]}
      </Text>
      {isAdmin(me) && <AgentToolsSwitch />}
      <Group mt="sm" gap="xs">
        <Button size="xs" variant="default" onClick={() => setAsks('leave')}>
          {texts.leave}
        </Button>
        {role === 'owner' && (
          <Button size="xs" variant="default" onClick={() => setAsks('delete')}>
            {texts.remove}
          </Button>
        )}
      </Group>
      <ConfirmDialog
        isOpen={asks === 'leave'}
        title={texts.leaveTitle(organisation.name)}
        text={texts.leaveText}
        action={texts.leave}
        isBusy={leave.isPending}
        onConfirm={() => leave.mutate()}
        onClose={close}
      />
      {asks === 'delete' && <DeleteOrganisationDialog onClose={close} />}
    </Card>
  );
}
