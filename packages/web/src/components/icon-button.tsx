import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import type { ComponentProps } from 'react';

export interface IconButtonProps
  extends ActionIconProps,
    Omit<ComponentProps<'button'>, keyof ActionIconProps> {
  /** Accessible name and tooltip. */
  readonly label: string;
}

/** A button with an icon and a tooltip. */
export function IconButton({ label, ...button }: IconButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} {...button} />
    </Tooltip>
  );
}
