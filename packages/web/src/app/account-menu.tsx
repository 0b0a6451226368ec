import { Avatar, Group, Menu, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BookOpenText, Building2, Check, Keyboard, LogOut, Plus, Settings } from 'lucide-react';
import { Suspense } from 'react';
import { organisationsQuery, signOut, switchOrganisation, useMe } from '../api/session.ts';
import { Hint } from '../components/hint.tsx';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';
import { lazyComponent } from '../lib/lazy-component.ts';
import classes from './account-menu.module.css';

const NewOrganisationDialog = lazyComponent(
  () => import('../organisation/new-organisation-dialog.tsx'),
  'NewOrganisationDialog',
);

export function AccountMenu() {
  const texts = useTexts('app');
  const { user, organisation, may_create_organisations } = useMe();
  const [isCreating, creation] = useDisclosure(false);
  const organisations = useQuery(organisationsQuery);
  const change = useAction(switchOrganisation);
  const leave = useAction(signOut);
  const others = organisations.data?.organisations ?? [];
  return (
    <>
      <Menu position="top-start" width={252} shadow="md" withinPortal={false}>
        <Menu.Target>
          <UnstyledButton className={classes.button} title={texts.account(user.name)}>
            <Group gap="sm" wrap="nowrap">
              <Avatar name={user.name} color="lectern" variant="filled" size={34} aria-hidden />
              <Stack gap={0} miw={0}>
                <Text size="sm" fw={600} truncate>
                  {user.name}
                </Text>
                <Hint size="xs" truncate>
                  {organisation.name}
                </Hint>
              </Stack>
            </Group>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {others.length > 1 && (
            <>
              <Menu.Label>{texts.organisations}</Menu.Label>
              {others.map(({ id, name, active }) => (
                <Menu.Item
                  key={id}
                  leftSection={active ? <Check size={16} /> : <Building2 size={16} />}
                  onClick={() => !active && change.mutate(id)}
                >
                  {name}
                </Menu.Item>
              ))}
              <Menu.Divider />
            </>
          )}
          {may_create_organisations && (
            <Menu.Item leftSection={<Plus size={16} />} onClick={creation.open}>
              {texts.newOrganisation}
            </Menu.Item>
          )}
          <Menu.Item component={Link} to="/settings" leftSection={<Settings size={16} />}>
            {texts.settings}
          </Menu.Item>
          <Menu.Item component={Link} to="/help" leftSection={<Keyboard size={16} />}>
            {texts.help}
          </Menu.Item>
          <Menu.Item
            component="a"
            href="/docs"
            target="_blank"
            leftSection={<BookOpenText size={16} />}
          >
            {texts.api}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<LogOut size={16} />} onClick={() => leave.mutate()}>
            {texts.signOut}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isCreating && (
        <Suspense>
          <NewOrganisationDialog onClose={creation.close} />
        </Suspense>
      )}
    </>
  );
}
