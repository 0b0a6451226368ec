import {
  Button,
  Card,
  PasswordInput,
  SegmentedControl,
  Stack,
  Switch,
  Tabs,
  Text,
  Title,
  useMantineColorScheme,
} from '@mantine/core';
import { authenticate } from '../api/authenticate.ts';
import { useFormValues } from '../auth/use-form-values.ts';
import { areFollowUpsOn, setFollowUps } from '../chat/follow-ups.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { notifyDone } from '../components/notify.ts';
import { Page } from '../components/page.tsx';
import { useTab } from '../components/use-tab.ts';
import { useTexts } from '../i18n/language.tsx';
import { OrganisationCard } from '../organisation/organisation-card.tsx';
import { useContrast } from '../theme/contrast.tsx';
import { LanguageMenu } from '../theme/language-menu.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { SecondFactorCard } from './two-factor-card.tsx';

export function SettingsPage() {
  const texts = useTexts('settings');
  const { organisation } = useTexts('organisation');
  const [tab, openTab] = useTab(['profile', 'security', 'appearance', 'organisation']);
  return (
    <Page title={texts.settings}>
      <Tabs value={tab} onChange={openTab} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="profile">{texts.profile}</Tabs.Tab>
          <Tabs.Tab value="security">{texts.security}</Tabs.Tab>
          <Tabs.Tab value="appearance">{texts.appearance}</Tabs.Tab>
          <Tabs.Tab value="organisation">{organisation}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="profile">
          <ProfileCard />
        </Tabs.Panel>
        <Tabs.Panel value="security">
          <Stack>
            <PasswordCard />
            <PasskeysCard />
            <SecondFactorCard />
            <SessionsCard />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="appearance">
          <AppearanceCard />
        </Tabs.Panel>
        <Tabs.Panel value="organisation">
          <OrganisationCard />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function AppearanceCard() {
  const texts = useTexts('settings');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { isHigh, setHigh } = useContrast();
  return (
    <Card>
      <Title order={2} size="h4" mb="sm">
        {texts.appearance}
      </Title>
      <Stack align="flex-start">
        <div>
          <Text size="sm" fw={500} mb={4}>
            {texts.language}
          </Text>
          <LanguageMenu />
        </div>
        <div>
          <Text size="sm" fw={500} mb={4}>
            {texts.colours}
          </Text>
          <SegmentedControl
            size="xs"
            aria-label={texts.colours}
            value={colorScheme}
            onChange={(next) => setColorScheme(next as typeof colorScheme)}
            data={[
              { value: 'light', label: texts.light },
              { value: 'dark', label: texts.dark },
              { value: 'auto', label: texts.system },
            ]}
          />
        </div>
        <Switch
          label={texts.highContrast}
          checked={isHigh}
          onChange={(event) => setHigh(event.currentTarget.checked)}
        />
        <Switch
          label={texts.suggestQuestions}
          description={texts.suggestQuestionsHint}
          defaultChecked={areFollowUpsOn()}
          onChange={(event) => setFollowUps(event.currentTarget.checked)}
        />
      </Stack>
    </Card>
  );
}

function PasswordCard() {
  const texts = useTexts('settings');
  const form = useFormValues(async ({ currentPassword, newPassword }) => {
    await authenticate('/change-password', {
      currentPassword,
      newPassword,
      revokeOtherSessions: true,
    });
    notifyDone(texts.passwordChanged);
  });
  return (
    <Card>
      <Title order={2} size="h4" mb="sm">
        {texts.changePassword}
      </Title>
      {form.error !== undefined && <ErrorNotice error={form.error} />}
      <form onSubmit={form.onSubmit}>
        <Stack maw={480}>
          <PasswordInput
            name="currentPassword"
            label={texts.currentPassword}
            autoComplete="current-password"
            required
          />
          <PasswordInput
            name="newPassword"
            label={texts.newPassword}
            autoComplete="new-password"
            minLength={10}
            maxLength={128}
            required
          />
          <Button type="submit" loading={form.isBusy} style={{ alignSelf: 'flex-start' }}>
            {texts.changePassword}
          </Button>
        </Stack>
      </form>
    </Card>
  );
}
