import { Button, Tabs } from '@mantine/core';
import { UserPlus } from 'lucide-react';
import { isAdmin, useMe } from '../api/session.ts';
import { Page } from '../components/page.tsx';
import { useTab } from '../components/use-tab.ts';
import { useTexts } from '../i18n/language.tsx';
import { InvitationList } from './invitation-list.tsx';
import { MemberList } from './member-list.tsx';
import { TeamList } from './team-list.tsx';

export function PeoplePage() {
  const texts = useTexts('people');
  const admin = isAdmin(useMe());
  const [tab, openTab] = useTab(admin ? ['members', 'invitations', 'teams'] : ['members', 'teams']);
  return (
    <Page
      title={texts.members}
      description={texts.description}
      actions={
        admin &&
        tab !== 'invitations' && (
          <Button leftSection={<UserPlus size={16} />} onClick={() => openTab('invitations')}>
            {texts.invite}
          </Button>
        )
      }
    >
      <Tabs value={tab} onChange={openTab} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="members">{texts.members}</Tabs.Tab>
          {admin && <Tabs.Tab value="invitations">{texts.invitations}</Tabs.Tab>}
          <Tabs.Tab value="teams">{texts.teams}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="members">
          <MemberList />
        </Tabs.Panel>
        <Tabs.Panel value="invitations">
          <InvitationList />
        </Tabs.Panel>
        <Tabs.Panel value="teams">
          <TeamList />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
