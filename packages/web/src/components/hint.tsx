import { Text, type TextProps } from '@mantine/core';
import type { ComponentProps } from 'react';

export interface HintProps extends TextProps, Omit<ComponentProps<'p'>, keyof TextProps> {}

/** Secondary text. */
export function Hint({ size = 'sm', ...text }: HintProps) {
  return <Text c="dimmed" size={size} {...text} />;
}
