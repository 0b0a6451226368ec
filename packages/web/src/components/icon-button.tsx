import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import type { ComponentProps } from 'react';

export interface IconButtonProps
  extends ActionIconProps,
    Omit<ComponentProps<'button'>, keyof ActionIconProps> {
  /** Accessible name and tooltip. */
  readonly label: string;
  /** Looks disabled, but stays focused; `disabled` would take the focus from the pressed button. */
  readonly isInactive?: boolean;
}

/** A button with an icon and a tooltip. */
export function IconButton({ label, isInactive = false, ...button }: IconButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={label}
        {...(isInactive && { 'aria-disabled': true, 'data-disabled': true })}
        {...button}
      />
    </Tooltip>
  );
}
