import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';

/** A small button without a frame, for what is seldom done to a card, such as removing it. */
export function QuietButton(
  props: ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps>,
) {
  return <Button size="xs" variant="subtle" color="gray" c="dimmed" {...props} />;
}
