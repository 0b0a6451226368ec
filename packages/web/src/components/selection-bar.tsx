import { Button, Card, Group, Text } from '@mantine/core';
import { type LucideIcon, X } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { useTexts } from '../i18n/language.tsx';
import { focusContent } from '../lib/focus-content.ts';

export interface SelectionAction {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly isBusy?: boolean;
  readonly onClick: () => void;
}

export interface SelectionBarProps {
  /** Number and kind of the selected rows. */
  readonly title: string;
  /** Actions that the person may take; false ones are left out. */
  readonly actions: readonly (SelectionAction | false)[];
  readonly onClear: () => void;
}

/** Actions on the selected rows of a table. */
export function SelectionBar({ title, actions, onClear }: SelectionBarProps) {
  const texts = useTexts('library');
  const bar = useFocusToTable();
  return (
    <Card ref={bar} py="xs" px="md" mb="sm" style={{ flexShrink: 0 }}>
      <Group gap="sm">
        <Text size="sm" fw={600} role="status">
          {title}
        </Text>
        {actions
          .filter((action) => action !== false)
          .map(({ label, icon: Icon, isBusy = false, onClick }) => (
            <Button
              key={label}
              size="compact-sm"
              variant="default"
              leftSection={<Icon size={14} />}
              loading={isBusy}
              onClick={onClick}
            >
              {label}
            </Button>
          ))}
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<X size={14} />}
          onClick={onClear}
        >
          {texts.clearSelection}
        </Button>
      </Group>
    </Card>
  );
}

/** Moves the focus to the table when the bar disappears with it. */
function useFocusToTable() {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    return () => {
      const { activeElement, body } = document;
      const isHere = element?.contains(activeElement) || activeElement?.closest('[role=dialog]');
      if (activeElement !== body && !isHere) return;
      const table = document.querySelector<HTMLElement>('#content [role=table]');
      if (table) table.focus();
      else focusContent();
    };
  }, []);
  return bar;
}
