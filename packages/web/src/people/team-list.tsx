import type { Member, Team } from '@lectern/contracts';
import {
  ActionIcon,
  Badge,
  Button,
  Card,
  CloseButton,
  Group,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Trash2, Users } from 'lucide-react';
import { call } from '../api/call.ts';
import { membersQuery, teamsQuery } from '../api/people.ts';
import { refreshQueries } from '../api/query-client.ts';
import { isAdmin, useMe } from '../api/session.ts';
import { Empty } from '../components/empty.tsx';
import { Hint } from '../components/hint.tsx';
import { QueryView } from '../components/query-view.tsx';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';

export function TeamList() {
  const texts = useTexts('people');
  const canChange = isAdmin(useMe());
  const teams = useQuery(teamsQuery);
  const members = useQuery(membersQuery).data?.members ?? [];
  const create = useAction((name: string) => call('createTeam', { body: { name } }), {
    onDone: () => refreshQueries(teamsQuery),
  });
  return (
    <>
      {canChange && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const form = event.currentTarget;
            create.mutate(String(new FormData(form).get('name')));
            form.reset();
          }}
        >
          <Group align="flex-end" mb="lg">
            <TextInput
              name="name"
              label={texts.teamName}
              maxLength={100}
              required
              flex="1 1 220px"
            />
            <Button type="submit" loading={create.isPending}>
              {texts.newTeam}
            </Button>
          </Group>
        </form>
      )}
      <QueryView query={teams}>
        {({ teams: all }) =>
          all.length === 0 ? (
            <Empty icon={Users} title={texts.noTeams}>
              {texts.noTeamsText}
            </Empty>
          ) : (
            <Stack>
              {all.map((team) => (
                <TeamCard key={team.id} team={team} members={members} canChange={canChange} />
              ))}
            </Stack>
          )
        }
      </QueryView>
    </>
  );
}

interface TeamCardProps {
  readonly team: Team;
  readonly members: readonly Member[];
  readonly canChange: boolean;
}

function TeamCard({ team, members, canChange }: TeamCardProps) {
  const texts = useTexts('people');
  const onDone = () => refreshQueries(teamsQuery);
  const add = useAction(
    (userId: string) => call('addTeamMember', { params: { id: team.id, user_id: userId } }),
    { onDone },
  );
  const take = useAction(
    (userId: string) => call('removeTeamMember', { params: { id: team.id, user_id: userId } }),
    { onDone },
  );
  const remove = useAction(() => call('deleteTeam', { params: { id: team.id } }), { onDone });
  const inside = members.filter(({ user_id }) => team.members.includes(user_id));
  const outside = members.filter(({ user_id }) => !team.members.includes(user_id));
  return (
    <Card>
      <Group justify="space-between">
        <Text fw={600}>{team.name}</Text>
        <Group gap="xs">
          <Hint>{texts.teamMembers(team.members.length)}</Hint>
          {canChange && (
            <ActionIcon aria-label={texts.deleteTeam(team.name)} onClick={() => remove.mutate()}>
              <Trash2 size={16} />
            </ActionIcon>
          )}
        </Group>
      </Group>
      <Group gap="xs" mt="sm">
        {inside.map(({ user_id, name }) => (
          <Badge
            key={user_id}
            variant="default"
            size="lg"
            tt="none"
            rightSection={
              canChange && (
                <CloseButton
                  size="xs"
                  aria-label={texts.removeFromTeam(name, team.name)}
                  onClick={() => take.mutate(user_id)}
                />
              )
            }
          >
            {name}
          </Badge>
        ))}
      </Group>
      {canChange && outside.length > 0 && (
        <Select
          mt="sm"
          size="xs"
          maw={280}
          searchable
          aria-label={texts.addToTeam(team.name)}
          placeholder={texts.addToTeam(team.name)}
          value={null}
          data={outside.map(({ user_id, name, email }) => ({
            value: user_id,
            label: `${name} (${email})`,
          }))}
          onChange={(userId) => userId && add.mutate(userId)}
        />
      )}
    </Card>
  );
}
