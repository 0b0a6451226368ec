import type { ModelConnection, Role } from '@lectern/contracts';
import { Checkbox, MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { teamsQuery } from '../api/people.ts';
import { useTexts } from '../i18n/language.tsx';

export type Visibility = ModelConnection['visibility'];

export interface VisibilityFieldsProps {
  readonly value: Visibility;
  readonly onChange: (value: Visibility) => void;
}

const roles: readonly Role[] = ['member', 'viewer'];

/** Chooses the people who may use something: everyone, or roles and teams. */
export function VisibilityFields({ value, onChange }: VisibilityFieldsProps) {
  const texts = useTexts('models');
  const people = useTexts('people');
  const teams = useQuery(teamsQuery).data?.teams ?? [];
  return (
    <>
      <Checkbox
        label={texts.forEveryone}
        checked={value.everyone}
        onChange={({ currentTarget: { checked } }) =>
          onChange({ everyone: checked, roles: [], team_ids: [] })
        }
      />
      {!value.everyone && (
        <MultiSelect
          label={texts.users}
          description={texts.usersText}
          data={[
            ...roles.map((role) => ({ value: `role:${role}`, label: people[role] })),
            ...teams.map(({ id, name }) => ({ value: `team:${id}`, label: name })),
          ]}
          value={[
            ...value.roles.map((role) => `role:${role}`),
            ...value.team_ids.map((id) => `team:${id}`),
          ]}
          onChange={(users) =>
            onChange({
              everyone: false,
              roles: roles.filter((role) => users.includes(`role:${role}`)),
              team_ids: users.flatMap((user) => user.match(/^team:(.+)$/)?.[1] ?? []),
            })
          }
        />
      )}
    </>
  );
}
