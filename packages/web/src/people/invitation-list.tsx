import type { Role } from '@lectern/contracts';
import { Button, Group, Select, Table, Text, TextInput } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { readAllPages } from '../api/read-all-pages.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { QueryView } from '../components/query-view.tsx';
import { SecretDialog } from '../components/secret-dialog.tsx';
import { useAction } from '../components/use-action.ts';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';

const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: async ({ signal }) => ({
    invitations: await readAllPages(
      (query) => call('listInvitations', { query, signal }),
      (page) => page.invitations,
    ),
  }),
});

export function InvitationList() {
  const texts = useTexts('people');
  const formats = useFormats();
  const client = useQueryClient();
  const query = useQuery(invitationsQuery);
  const [role, setRole] = useState<Role>('member');
  const [link, setLink] = useState<{ readonly link: string; readonly mailed: boolean }>();
  const refresh = () => void client.invalidateQueries({ queryKey: invitationsQuery.queryKey });
  const invite = useAction((email: string) => call('createInvitation', { body: { email, role } }), {
    quiet: true,
    onDone: (made) => {
      setLink(made);
      refresh();
    },
  });
  const revoke = useAction((id: string) => call('deleteInvitation', { params: { id } }), {
    onDone: refresh,
  });
  return (
    <>
      {invite.isError && <ErrorNotice error={invite.error} />}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          invite.mutate(String(new FormData(event.currentTarget).get('email')));
        }}
      >
        <Group align="flex-end" mb="lg">
          <TextInput name="email" type="email" label={texts.email} required flex="1 1 220px" />
          <Select
            label={texts.role}
            allowDeselect={false}
            w={230}
            value={role}
            onChange={(value) => setRole(value ?? 'member')}
            data={(['admin', 'member', 'viewer'] as const).map((value) => ({
              value,
              label: texts[value],
            }))}
          />
          <Button type="submit" loading={invite.isPending}>
            {texts.invite}
          </Button>
        </Group>
      </form>
      <QueryView query={query}>
        {({ invitations }) =>
          invitations.length === 0 ? (
            <Text c="dimmed">{texts.noInvitations}</Text>
          ) : (
            <Table>
              <Table.Tbody>
                {invitations.map(({ id, email, role: given, expires_at }) => (
                  <Table.Tr key={id}>
                    <Table.Td>
                      <Text size="sm">{email}</Text>
                      <Text size="xs" c="dimmed">
                        {texts[given]} · {texts.expires(formats.dateTime(expires_at))}
                      </Text>
                    </Table.Td>
                    <Table.Td ta="right">
                      <Button size="xs" variant="default" onClick={() => revoke.mutate(id)}>
                        {texts.revoke}
                      </Button>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )
        }
      </QueryView>
      <SecretDialog
        title={texts.linkTitle}
        note={link?.mailed ? texts.linkMailed : texts.linkText}
        secret={link?.link}
        onClose={() => setLink(undefined)}
      />
    </>
  );
}
