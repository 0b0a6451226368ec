import { Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export interface EmptyProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** An empty state with an optional next step. */
export function Empty({ icon: Icon, title, children, action }: EmptyProps) {
  return (
    <Stack align="center" gap="sm" py={48} px="md" ta="center">
      <ThemeIcon variant="light" size={56} radius="xl" aria-hidden>
        <Icon size={28} />
      </ThemeIcon>
      <Title order={2} size="h4">
        {title}
      </Title>
      {children && (
        <Text c="dimmed" maw={460} style={{ textWrap: 'balance' }}>
          {children}
        </Text>
      )}
      {action}
    </Stack>
  );
}
