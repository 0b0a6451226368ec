import {
  Button,
  Card,
  Group,
  PasswordInput,
  Stack,
  Switch,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { refreshQueries } from '../api/query-client.ts';
import { isAdmin, meQuery, organisationsQuery, useMe } from '../api/session.ts';
import { announceSessionChange } from '../api/session-changes.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { Hint } from '../components/hint.tsx';
import { notifyDone } from '../components/notify.ts';
import { TitledCard } from '../components/titled-card.tsx';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';
import { SignInSettings } from './sign-in-settings.tsx';

export function OrganisationCard() {
  const texts = useTexts('organisation');
  const roles = useTexts('people');
  const me = useMe();
  const { user, organisation, role } = me;
  const [asks, setAsks] = useState<'leave' | 'delete'>();
  const close = () => setAsks(undefined);
  return (
    <Stack>
      <TitledCard title={texts.organisation}>
        {isAdmin(me) ? <RenameForm /> : <Text>{organisation.name}</Text>}
        <Hint mt="xs">{texts.yourRole(roles[role], roles[`may_${role}`])}</Hint>
        {isAdmin(me) && <AgentToolsSwitch />}
      </TitledCard>
      {role === 'owner' && <SignInSettings />}
      <Card
        component="section"
        aria-label={texts.danger}
        style={{ borderColor: 'var(--mantine-color-red-8)' }}
      >
        <Title order={2} size="h4" mb="sm" c="var(--mantine-color-error)">
          {texts.danger}
        </Title>
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            c="var(--mantine-color-error)"
            onClick={() => setAsks('leave')}
          >
            {texts.leave}
          </Button>
          {role === 'owner' && (
            <Button size="xs" color="red.8" onClick={() => setAsks('delete')}>
              {texts.remove}
            </Button>
          )}
        </Group>
      </Card>
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
        onClose={close}
      />
      {asks === 'delete' && <DeleteOrganisationDialog onClose={close} />}
    </Stack>
  );
}

function RenameForm() {
  const texts = useTexts('organisation');
  const { organisation } = useMe();
  const rename = useAction(
    (name: string) =>
      call('renameOrganisation', { params: { id: organisation.id }, body: { name } }),
    {
      onDone: () => {
        void refreshQueries(meQuery, organisationsQuery);
        notifyDone(texts.saved);
      },
    },
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        rename.mutate(String(new FormData(event.currentTarget).get('name')));
      }}
    >
      <Group align="flex-end">
        <TextInput
          name="name"
          label={texts.name}
          defaultValue={organisation.name}
          pattern=".*\S.*"
          maxLength={100}
          required
          flex="0 1 360px"
        />
        <Button type="submit" loading={rename.isPending}>
          {texts.rename}
        </Button>
      </Group>
    </form>
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

function DeleteOrganisationDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts('organisation');
  const { id, name } = useMe().organisation;
  return (
    <FormDialog
      title={texts.removeTitle(name)}
      label={texts.remove}
      isDangerous
      act={({ password = '' }) =>
        call('deleteOrganisation', { params: { id }, body: { password } })
      }
      onDone={() => {
        announceSessionChange();
        location.assign('/');
      }}
      onClose={onClose}
    >
      <Text mb="sm">{texts.removeText}</Text>
      <PasswordInput
        name="password"
        label={texts.password}
        autoComplete="current-password"
        required
        data-autofocus
      />
    </FormDialog>
  );
}
