import type { Role } from '@lectern/contracts';
import { Box, Button, Code, Group, Select, Table, Text, Textarea } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { refreshQueries } from '../api/query-client.ts';
import { readAllPages } from '../api/read-all-pages.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Hint } from '../components/hint.tsx';
import { QueryView } from '../components/query-view.tsx';
import { useAction } from '../components/use-action.ts';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import { runForEach } from '../library/run-for-each.ts';

interface CreatedInvitation {
  readonly id: string;
  readonly email: string;
  readonly link: string;
  readonly mailed: boolean;
}

const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: async ({ signal }) => ({
    invitations: await readAllPages(
      (query) => call('listInvitations', { query, signal }),
      'invitations',
    ),
  }),
});

export function InvitationList() {
  const texts = useTexts('people');
  const formats = useFormats();
  const query = useQuery(invitationsQuery);
  const [role, setRole] = useState<Role>('member');
  const [made, setMade] = useState<readonly CreatedInvitation[]>([]);
  const refresh = () => refreshQueries(invitationsQuery);
  const [emails, setEmails] = useState('');
  const invite = useAction(
    async () => {
      const wanted = [...new Set(emails.split(/[\s,;]+/).filter((one) => one !== ''))];
      const invited = await runForEach(wanted, async (email) => {
        const created = await call('createInvitation', { body: { email, role } });
        setMade((now) => [...now, created]);
      });
      refresh();
      setEmails(wanted.filter((one) => !invited.done.includes(one)).join('\n'));
      if (invited.failedCount > 0) throw invited.error;
    },
    { quiet: true },
  );
  const revoke = useAction((id: string) => call('deleteInvitation', { params: { id } }), {
    onDone: refresh,
  });
  return (
    <>
      {invite.isError && <ErrorNotice error={invite.error} />}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setMade([]);
          invite.mutate();
        }}
      >
        <Group align="flex-end" mb={4}>
          <Textarea
            label={texts.emails}
            placeholder={texts.emailsHint}
            required
            autosize
            maxRows={8}
            flex="1 1 260px"
            value={emails}
            onChange={(event) => setEmails(event.currentTarget.value)}
          />
          <Select
            label={texts.role}
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
        <Hint size="xs" mb="lg" role="status">
          {texts[`may_${role}`]}
        </Hint>
      </form>
      <InvitationLinks invitations={made} onClose={() => setMade([])} />
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
                      <Hint size="xs">
                        {texts[given]} · {texts.expires(formats.dateTime(expires_at))}
                      </Hint>
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
    </>
  );
}

interface InvitationLinksProps {
  readonly invitations: readonly CreatedInvitation[];
  readonly onClose: () => void;
}

/** Shows the links of new invitations, once. */
function InvitationLinks({ invitations, onClose }: InvitationLinksProps) {
  const texts = useTexts('people');
  return (
    <Dialog
      size="lg"
      isOpen={invitations.length > 0}
      onClose={onClose}
      title={texts.linksTitle(invitations.length)}
    >
      <Hint mb="sm">
        {invitations.every(({ mailed }) => mailed) ? texts.linkMailed : texts.linkText}
      </Hint>
      {invitations.map(({ id, email, link }) => (
        <Group key={id} wrap="nowrap" gap="xs" mb="xs">
          <Box flex={1} miw={0}>
            <Text size="sm">{email}</Text>
            <Code block tabIndex={0} data-secret>
              {link}
            </Code>
          </Box>
          <CopyButton text={link} />
        </Group>
      ))}
    </Dialog>
  );
}
