import { Badge, type BadgeProps } from '@mantine/core';

export type BadgeKind = 'good' | 'warn' | 'bad' | 'quiet';

/** Mantine's own yellow and red text has a contrast below 4.5:1 on a light background. */
const looks: Readonly<Record<BadgeKind, Pick<BadgeProps, 'color' | 'c'>>> = {
  good: { color: 'lectern' },
  warn: { color: 'yellow', c: 'var(--lectern-warn)' },
  bad: { color: 'red', c: 'var(--mantine-color-error)' },
  quiet: { color: 'gray', c: 'dimmed' },
};

export interface StateBadgeProps extends Omit<BadgeProps, 'color' | 'c' | 'variant'> {
  readonly kind: BadgeKind;
}

export function StateBadge({ kind, ...badge }: StateBadgeProps) {
  return <Badge variant="light" {...looks[kind]} {...badge} />;
}
