import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';

export interface ActionButtonProps extends ButtonProps {
  /** Result of `useAction` without an input. */
  readonly action: { readonly isPending: boolean; readonly mutate: () => void };
  readonly children: ReactNode;
}

/** A small button that runs an action and shows that it is running. */
export function ActionButton({ action, ...props }: ActionButtonProps) {
  return (
    <Button
      size="xs"
      variant="default"
      loading={action.isPending}
      onClick={() => action.mutate()}
      {...props}
    />
  );
}
