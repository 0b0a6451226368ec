import { Button, type ButtonProps, Text } from '@mantine/core';
import { ChevronDown, type LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

export interface PickerButtonProps
  extends ButtonProps,
    Omit<ComponentProps<'button'>, keyof ButtonProps> {
  /** Name of the choice, such as `Model`. */
  readonly label: string;
  /** The current choice. */
  readonly value: string;
  readonly icon?: LucideIcon;
}

/** Opens a choice below the question and shows the current one. */
export function PickerButton({ label, value, icon: Icon, ...button }: PickerButtonProps) {
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      radius="xl"
      c="dimmed"
      maw={220}
      leftSection={Icon && <Icon size={15} aria-hidden />}
      rightSection={<ChevronDown size={14} aria-hidden />}
      aria-label={`${label}: ${value}`}
      {...button}
    >
      <Text span fz="inherit" fw="inherit" lh={1.5} truncate title={value}>
        {value}
      </Text>
    </Button>
  );
}
