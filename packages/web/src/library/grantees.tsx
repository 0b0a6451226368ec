import type { Grantee } from '@lectern/contracts';
import { Avatar } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck, Users } from 'lucide-react';
import { membersQuery, teamsQuery } from '../api/people.ts';
import { useTexts } from '../i18n/language.tsx';

/** Returns functions that name people, teams and roles; undefined while names are loaded. */
export function useGrantees() {
  const texts = useTexts('sharing');
  const { data: people } = useQuery(membersQuery);
  const { data: all } = useQuery(teamsQuery);
  if (!people || !all) return undefined;
  const { members } = people;
  const { teams } = all;
  const roles = (['viewer', 'member', 'admin'] as const).map((id) => ({
    value: `role:${id}`,
    label: texts[`role_${id}`],
  }));
  return {
    nameOf: ({ type, id }: Grantee): string => {
      if (type === 'role') return texts[`role_${id}`];
      if (type === 'team') return teams.find((team) => team.id === id)?.name ?? id;
      return members.find(({ user_id }) => user_id === id)?.name ?? id;
    },
    /** A second line below the name. */
    detailsOf: ({ type, id }: Grantee): string | undefined =>
      type === 'team'
        ? texts.team
        : members.find(({ user_id }) => type === 'user' && user_id === id)?.email,
    choices: [
      { group: texts.roles, items: roles },
      {
        group: texts.teams,
        items: teams.map(({ id, name }) => ({ value: `team:${id}`, label: name })),
      },
      {
        group: texts.members,
        items: members.map(({ user_id, name, email }) => ({
          value: `user:${user_id}`,
          label: `${name} (${email})`,
        })),
      },
    ],
  };
}

export interface GranteeAvatarProps {
  readonly type: Grantee['type'] | 'administrators';
  readonly name: string;
  /** Default: 32. */
  readonly size?: number;
}

/** Shows the initials of a person, or a sign of a team or a role, beside the name. */
export function GranteeAvatar({ type, name, size = 32 }: GranteeAvatarProps) {
  const Icon = type === 'administrators' ? ShieldCheck : Users;
  return (
    <Avatar aria-hidden size={size} radius="xl" color="lectern" name={name}>
      {type !== 'user' && <Icon size={size / 2} />}
    </Avatar>
  );
}
