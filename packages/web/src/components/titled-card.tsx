import { Card, type CardProps, Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export interface TitledCardProps extends CardProps {
  readonly title: string;
  /** Shown at the end of the line of the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A section of a page in a card, named by its title. */
export function TitledCard({ title, aside, children, ...card }: TitledCardProps) {
  return (
    <Card component="section" aria-label={title} {...card}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5">
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </Card>
  );
}
