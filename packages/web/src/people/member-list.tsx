import type { Member, Role } from '@lectern/contracts';
import { ActionIcon, Badge, Group, Menu, Select, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Ellipsis, KeyRound, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { membersQuery } from '../api/people.ts';
import { refreshQueries } from '../api/query-client.ts';
import { isAdmin, useMe } from '../api/session.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Hint } from '../components/hint.tsx';
import { QueryView } from '../components/query-view.tsx';
import { SecretDialog } from '../components/secret-dialog.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { useAction } from '../components/use-action.ts';
import { WideTable } from '../components/wide-table.tsx';
import { useTexts } from '../i18n/language.tsx';

const roles: readonly Role[] = ['owner', 'admin', 'member', 'viewer'];

export function MemberList() {
  const query = useQuery(membersQuery);
  return (
    <QueryView query={query}>
      {({ members }) => (
        <WideTable minWidth={420} verticalSpacing="sm">
          <Table.Tbody>
            {members.map((member) => (
              <MemberRow key={member.user_id} member={member} />
            ))}
          </Table.Tbody>
        </WideTable>
      )}
    </QueryView>
  );
}

function MemberRow({ member }: { readonly member: Member }) {
  const texts = useTexts('people');
  const me = useMe();
  const [isRemoving, setIsRemoving] = useState(false);
  const [link, setLink] = useState<{ readonly link: string; readonly mailed: boolean }>();
  const { user_id, name, email, role, disabled } = member;
  const isMe = me.user.id === user_id;
  const canChange = isAdmin(me) && !isMe && (role !== 'owner' || me.role === 'owner');
  const refresh = () => refreshQueries(membersQuery);
  const setRole = useAction(
    (next: Role) => call('updateMember', { params: { user_id }, body: { role: next } }),
    { onDone: refresh },
  );
  const createLink = useAction(() => call('createPasswordLink', { params: { user_id } }), {
    onDone: setLink,
  });
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <Text fw={600} size="sm">
            {name}
          </Text>
          {isMe && (
            <Badge variant="light" size="sm">
              {texts.you}
            </Badge>
          )}
          {disabled && (
            <StateBadge kind="quiet" size="sm">
              {texts.disabled}
            </StateBadge>
          )}
        </Group>
        <Hint size="xs">{email}</Hint>
      </Table.Td>
      <Table.Td w={190}>
        {canChange ? (
          <Select
            size="xs"
            aria-label={texts.roleOf(name)}
            value={role}
            renderOption={({ option }) => (
              <div>
                <Text size="sm">{option.label}</Text>
                <Hint size="xs">{texts[`may_${option.value as Role}`]}</Hint>
              </div>
            )}
            comboboxProps={{ width: 300, position: 'bottom-end' }}
            data={roles
              .filter((one) => one !== 'owner' || me.role === 'owner')
              .map((value) => ({ value, label: texts[value] }))}
            onChange={(next) => next && setRole.mutate(next)}
          />
        ) : (
          <Text size="sm">{texts[role]}</Text>
        )}
      </Table.Td>
      <Table.Td w={44}>
        {canChange && (
          <Menu position="bottom-end" shadow="md">
            <Menu.Target>
              <ActionIcon aria-label={texts.options(name)}>
                <Ellipsis size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<KeyRound size={16} />} onClick={() => createLink.mutate()}>
                {texts.passwordLink}
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item
                color="red.8"
                leftSection={<UserMinus size={16} />}
                onClick={() => setIsRemoving(true)}
              >
                {texts.remove}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
        <ConfirmDialog
          isOpen={isRemoving}
          title={texts.removeTitle(name)}
          text={texts.removeText}
          action={texts.remove}
          act={() => call('removeMember', { params: { user_id } })}
          onDone={refresh}
          onClose={() => setIsRemoving(false)}
        />
        <SecretDialog
          title={texts.link}
          note={link?.mailed ? texts.linkMailed : texts.linkText}
          secret={link?.link}
          onClose={() => setLink(undefined)}
        />
      </Table.Td>
    </Table.Tr>
  );
}
