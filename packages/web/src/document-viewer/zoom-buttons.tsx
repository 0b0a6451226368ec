import { ActionIcon, Group, Text, Tooltip } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { ZoomIn, ZoomOut } from 'lucide-react';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';

/** Page widths divided by the view width. */
const zooms = [1, 1.25, 1.5, 2, 3];

/** Returns the zoom of PDF pages, stored in this browser for the pane and for the full page. */
export function useZoom(isBeside: boolean): readonly [number, (zoom: number) => void] {
  const [kept, setZoom] = useLocalStorage({
    key: isBeside ? 'lectern.pdf-zoom-beside' : 'lectern.pdf-zoom',
    defaultValue: 1,
    getInitialValueInEffect: false,
  });
  return [zooms.includes(kept) ? kept : 1, setZoom];
}

export interface ZoomButtonsProps {
  readonly zoom: number;
  readonly onChange: (zoom: number) => void;
}

export function ZoomButtons({ zoom, onChange }: ZoomButtonsProps) {
  const texts = useTexts('documentViewer');
  const formats = useFormats();
  const at = zooms.indexOf(zoom);
  const button = (label: string, by: number, Icon: typeof ZoomIn) => {
    const next = zooms[at + by];
    return (
      <Tooltip label={label}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={label}
          // `disabled` would take the focus from the pressed button.
          aria-disabled={next === undefined}
          data-disabled={next === undefined || undefined}
          onClick={() => next !== undefined && onChange(next)}
        >
          <Icon size={18} />
        </ActionIcon>
      </Tooltip>
    );
  };
  return (
    <Group gap={2} wrap="nowrap">
      {button(texts.smaller, -1, ZoomOut)}
      <Text size="xs" c="dimmed" miw={38} ta="center" role="status">
        <span className="visually-hidden">{texts.zoom(formats.percent(zoom))}</span>
        <span aria-hidden>{formats.percent(zoom)}</span>
      </Text>
      {button(texts.larger, 1, ZoomIn)}
    </Group>
  );
}
