import { Button, Card, Group, Switch, Text, Title } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { isAdmin, useMe } from '../api/session.ts';
import { announceSessionChange } from '../api/session-changes.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';
import { DeleteOrganisationDialog } from './delete-organisation-dialog.tsx';

export function OrganisationCard() {
  const texts = useTexts('organisation');
  const roles = useTexts('people');
  const me = useMe();
  const { user, organisation, role } = me;
  const [asks, setAsks] = useState<'leave' | 'delete'>();
  const close = () => setAsks(undefined);
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
        act={() => call('removeMember', { params: { user_id: user.id } })}
        onDone={() => {
          announceSessionChange();
          location.assign('/');
        }}
        onFailed={close}
        onClose={close}
      />
      {asks === 'delete' && <DeleteOrganisationDialog onClose={close} />}
    </Card>
  );
}

const settingsQuery = queryOptions({
  queryKey: ['mcp-tool-settings'],
  queryFn: ({ signal }) => call('getMcpToolSettings', { signal }),
});

/** Lets owners and administrators offer outside tools to agents. */
function AgentToolsSwitch() {
  const texts = useTexts('organisation');
  const client = useQueryClient();
  const { data } = useQuery(settingsQuery);
  const change = useAction(
    (isOn: boolean) => call('changeMcpToolSettings', { body: { offered_to_agents: isOn } }),
    { onDone: (settings) => client.setQueryData(settingsQuery.queryKey, settings) },
  );
  return (
    <Switch
      mt="sm"
      label={texts.offerTools}
      description={texts.offerToolsText}
      checked={data?.offered_to_agents ?? false}
      disabled={data === undefined || change.isPending}
      onChange={(event) => change.mutate(event.currentTarget.checked)}
    />
  );
}
