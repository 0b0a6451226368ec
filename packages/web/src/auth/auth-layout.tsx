import { Box, Card, Group, Image, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Hint } from '../components/hint.tsx';
import { useTabTitle } from '../components/page.tsx';
import { useTexts } from '../i18n/language.tsx';
import { LanguageMenu } from '../theme/language-menu.tsx';
import classes from './auth-layout.module.css';

export interface AuthLayoutProps {
  readonly title: string;
  readonly note?: string | undefined;
  readonly children: ReactNode;
}

/** Layout of the pages without a session. */
export function AuthLayout({ title, note, children }: AuthLayoutProps) {
  const texts = useTexts('auth');
  useTabTitle(title);
  return (
    <Box className={classes.backdrop}>
      <Box component="main" className={classes.column}>
        <Group gap="sm" justify="center" mb={4}>
          <Image src="/icon.svg" alt="" w={36} h={36} />
          <Text fw={700} size="xl">
            Lectern
          </Text>
        </Group>
        <Text c="dimmed" ta="center" mb="lg">
          {texts.tagline}
        </Text>
        <Card shadow="sm" padding="xl" radius="lg">
          <Title order={1} size="h3" mb={note ? 4 : 'md'}>
            {title}
          </Title>
          {note && <Hint mb="md">{note}</Hint>}
          <Stack gap="md">{children}</Stack>
        </Card>
        <Group justify="center" mt="lg">
          <LanguageMenu />
        </Group>
      </Box>
    </Box>
  );
}
