import { Badge, type BadgeProps } from '@mantine/core';

export type BadgeKind = 'good' | 'warn' | 'bad' | 'quiet';

/** Mantine's own words on a light ground fall short of a contrast of 4.5:1 in yellow and red. */
const looks: Readonly<Record<BadgeKind, Pick<BadgeProps, 'color' | 'c'>>> = {
  good: { color: 'lectern' },
  warn: { color: 'yellow', c: 'var(--lectern-warn)' },
  bad: { color: 'red', c: 'var(--mantine-color-error)' },
  quiet: { color: 'gray', c: 'dimmed' },
};

export interface StateBadgeProps extends Omit<BadgeProps, 'color' | 'c' | 'variant'> {
  readonly kind: BadgeKind;
}

/** A state in a word: it works, wants care, is broken, or is of no concern. */
export function StateBadge({ kind, ...badge }: StateBadgeProps) {
  return <Badge variant="light" {...looks[kind]} {...badge} />;
}
