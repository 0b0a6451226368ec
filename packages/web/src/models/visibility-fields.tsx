import type { ModelConnection, Role } from '@lectern/contracts';
import { Checkbox, MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { membersQuery, teamsQuery } from '../api/people.ts';
import { useTexts } from '../i18n/language.tsx';

export type Visibility = ModelConnection['visibility'] & {
  /** Absent where nothing is shared with single people. */
  readonly user_ids?: string[];
};

export interface VisibilityFieldsProps<Value extends Visibility> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

const roles: readonly Role[] = ['member', 'viewer'];

/** Chooses who may use something: everyone, or roles, teams and where possible single people. */
export function VisibilityFields<Value extends Visibility>({
  value,
  onChange,
}: VisibilityFieldsProps<Value>) {
  const texts = useTexts('models');
  const people = useTexts('people');
  const teams = useQuery(teamsQuery).data?.teams ?? [];
  const { user_ids: userIds } = value;
  const members = useQuery({ ...membersQuery, enabled: userIds !== undefined }).data?.members;
  const set = (change: Visibility) =>
    onChange({ ...value, ...(userIds && { user_ids: [] }), ...change });
  return (
    <>
      <Checkbox
        label={texts.forEveryone}
        checked={value.everyone}
        onChange={({ currentTarget: { checked } }) =>
          set({ everyone: checked, roles: [], team_ids: [] })
        }
      />
      {!value.everyone && (
        <MultiSelect
          searchable
          label={texts.users}
          description={texts.usersText}
          data={[
            ...roles.map((role) => ({ value: `role:${role}`, label: people[role] })),
            ...teams.map(({ id, name }) => ({ value: `team:${id}`, label: name })),
            ...(userIds ? (members ?? []) : []).map(({ user_id, name, email }) => ({
              value: `user:${user_id}`,
              label: `${name} (${email})`,
            })),
          ]}
          value={[
            ...value.roles.map((role) => `role:${role}`),
            ...value.team_ids.map((id) => `team:${id}`),
            ...(userIds ?? []).map((id) => `user:${id}`),
          ]}
          onChange={(users) =>
            set({
              everyone: false,
              roles: roles.filter((role) => users.includes(`role:${role}`)),
              team_ids: users.flatMap((user) => user.match(/^team:(.+)$/)?.[1] ?? []),
              ...(userIds && {
                user_ids: users.flatMap((user) => user.match(/^user:(.+)$/)?.[1] ?? []),
              }),
            })
          }
        />
      )}
    </>
  );
}
