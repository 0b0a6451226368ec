import {
  Button,
  Card,
  PasswordInput,
  SegmentedControl,
  Stack,
  Switch,
  Text,
  Title,
  useMantineColorScheme,
} from '@mantine/core';
import { authenticate } from '../api/authenticate.ts';
import { useFormValues } from '../auth/use-form-values.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { notifyDone } from '../components/notify.ts';
import { Page } from '../components/page.tsx';
import { useTexts } from '../i18n/language.tsx';
import { OrganisationCard } from '../organisation/organisation-card.tsx';
import { useContrast } from '../theme/contrast.tsx';
import { LanguageMenu } from '../theme/language-menu.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SecondFactorCard } from './two-factor-card.tsx';

export function SettingsPage() {
  const texts = useTexts('settings');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { isHigh, setHigh } = useContrast();
  return (
    <Page title={texts.title}>
      <Stack>
        <Card withBorder>
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
          </Stack>
        </Card>
        <ProfileCard />
        <OrganisationCard />
        <PasswordCard />
        <PasskeysCard />
        <SecondFactorCard />
      </Stack>
    </Page>
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
    <Card withBorder>
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
