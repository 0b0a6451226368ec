import type { Collection, Grant, GrantList, Member, Permission, Team } from '@lectern/contracts';
import { ActionIcon, Group, List, Select, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { membersQuery, teamsQuery } from '../api/people.ts';
import { refreshQueries } from '../api/query-client.ts';
import { DialogButtons } from '../components/dialog-buttons.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Loading } from '../components/loading.tsx';
import { QueryView } from '../components/query-view.tsx';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';
import type { Texts } from '../i18n/texts.ts';
import { collectionsQuery, grantsQuery, putGrants } from './collections.ts';
import { inheritedGrantsQuery } from './inherited-grants.ts';

export interface SharingFormProps {
  readonly collection: Collection;
  readonly onClose: () => void;
}

export function SharingForm({ collection, onClose }: SharingFormProps) {
  const grants = useQuery(grantsQuery(collection.id));
  const members = useQuery(membersQuery);
  const teams = useQuery(teamsQuery);
  // Without the names only ids could be shown.
  if (members.isPending || teams.isPending) return <Loading />;
  return (
    <QueryView query={grants}>
      {(list) => (
        <GrantEditor
          collection={collection}
          list={list}
          members={members.data?.members ?? []}
          teams={teams.data?.teams ?? []}
          onClose={onClose}
        />
      )}
    </QueryView>
  );
}

interface GrantEditorProps extends SharingFormProps {
  readonly list: GrantList;
  readonly members: readonly Member[];
  readonly teams: readonly Team[];
}

const permissions: readonly Permission[] = ['read', 'write', 'manage'];
const roles = ['viewer', 'member', 'admin'] as const;

function GrantEditor({ collection, list, members, teams, onClose }: GrantEditorProps) {
  const texts = useTexts('sharing');
  const parts = useTexts('components');
  const inherited = useQuery(inheritedGrantsQuery(collection.id)).data ?? [];
  const [inherit, setInherit] = useState(list.inherit);
  const [grants, setGrants] = useState<readonly Grant[]>(list.grants);
  // The top level has nothing to inherit.
  const isTop = collection.parent_id === null;
  const canChange = collection.permission === 'manage';
  const save = useAction(() => putGrants(collection.id, { inherit, grants: [...grants] }), {
    quiet: true,
    onDone: () => {
      // Includes the grants that children inherit.
      void refreshQueries({ queryKey: ['grants'] }, collectionsQuery);
      onClose();
    },
  });
  const choices = [
    {
      group: texts.roles,
      items: roles.map((role) => ({ value: `role:${role}`, label: texts[`role_${role}`] })),
    },
    {
      group: texts.teams,
      items: teams.map(({ id, name }) => ({ value: `team:${id}`, label: name })),
    },
    {
      group: texts.people,
      items: members.map(({ user_id, name, email }) => ({
        value: `user:${user_id}`,
        label: `${name} (${email})`,
      })),
    },
  ];
  const add = (value: string | null) => {
    if (!value) return;
    const [type, ...rest] = value.split(':');
    const grantee = { type, id: rest.join(':') } as Grant['grantee'];
    if (grants.some(({ grantee: one }) => one.type === grantee.type && one.id === grantee.id))
      return;
    setGrants([...grants, { grantee, permission: 'read' }]);
  };
  return (
    <Stack>
      {save.isError && <ErrorNotice error={save.error} />}
      <Text size="sm">{texts.admins}</Text>
      {!isTop && (
        <Switch
          label={texts.inherit}
          description={inherit ? texts.inheritText : texts.privateText}
          checked={inherit}
          disabled={!canChange}
          onChange={(event) => setInherit(event.currentTarget.checked)}
        />
      )}
      {inherit && inherited.length > 0 && (
        <List size="sm" aria-label={texts.inheritedRights}>
          {inherited.map(({ grantee, permission, from }) => (
            <List.Item key={`${from.id}:${grantee.type}:${grantee.id}`}>
              {texts.holdsBecause(
                `${nameGrantee(grantee, { members, teams }, texts)}: ${texts[`may_${permission}`]}`,
                from.name,
              )}
            </List.Item>
          ))}
        </List>
      )}
      {grants.length === 0 && (
        <Text size="sm" c="dimmed">
          {isTop ? texts.noneAtTop : inherit ? texts.noneInherited : texts.nonePrivate}
        </Text>
      )}
      {grants.map((grant, index) => {
        const who = nameGrantee(grant.grantee, { members, teams }, texts);
        return (
          <Group key={`${grant.grantee.type}:${grant.grantee.id}`} justify="flex-end" gap="xs">
            {/* The full name wraps to its own line if both do not fit. */}
            <Text size="sm" flex="1 1 180px" miw={0} style={{ overflowWrap: 'anywhere' }}>
              {who}
            </Text>
            <Select
              size="xs"
              w={190}
              disabled={!canChange}
              aria-label={texts.rightOf(who)}
              value={grant.permission}
              data={permissions.map((value) => ({ value, label: texts[`may_${value}`] }))}
              onChange={(value) =>
                setGrants(
                  grants.map((one, at) =>
                    at === index ? { ...one, permission: (value ?? 'read') as Permission } : one,
                  ),
                )
              }
            />
            {canChange && (
              <ActionIcon
                aria-label={texts.removeRight(who)}
                onClick={() => setGrants(grants.filter((_, at) => at !== index))}
              >
                <X size={16} />
              </ActionIcon>
            )}
          </Group>
        );
      })}
      {canChange && (
        <>
          <Select
            label={texts.add}
            placeholder={texts.addHint}
            searchable
            value={null}
            data={choices}
            onChange={add}
          />
          <DialogButtons
            label={parts.save}
            isBusy={save.isPending}
            onAct={() => save.mutate()}
            onClose={onClose}
          />
        </>
      )}
    </Stack>
  );
}

function nameGrantee(
  { type, id }: Grant['grantee'],
  { members, teams }: { readonly members: readonly Member[]; readonly teams: readonly Team[] },
  texts: Texts['sharing'],
): string {
  if (type === 'role') return texts[`role_${id}`];
  if (type === 'team') return texts.teamOf(teams.find((team) => team.id === id)?.name ?? id);
  const member = members.find(({ user_id }) => user_id === id);
  return member ? `${member.name} (${member.email})` : id;
}
