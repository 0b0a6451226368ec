import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import classes from './page.module.css';

export interface PageProps {
  readonly title: string;
  readonly description?: string | undefined;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  /** `wide` uses the full width, for tables and columns. */
  readonly width?: 'text' | 'wide';
  readonly children: ReactNode;
}

/** A page with its only level-one heading, which also titles the tab. */
export function Page({ title, description, actions, width = 'text', children }: PageProps) {
  useTabTitle(title);
  return (
    <Box className={classes.page} data-width={width}>
      <Group justify="space-between" align="flex-start" mb="lg" gap="sm">
        <Stack gap={4}>
          <Title order={1} size="h2">
            {title}
          </Title>
          {description && (
            <Text c="dimmed" maw={680} style={{ textWrap: 'pretty' }}>
              {description}
            </Text>
          )}
        </Stack>
        {actions && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Box>
  );
}

export function useTabTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Lectern` : 'Lectern';
  }, [title]);
}
