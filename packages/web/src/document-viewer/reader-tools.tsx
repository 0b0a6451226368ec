import { ActionIcon, Group, Menu, Text, Tooltip } from '@mantine/core';
import {
  Columns2,
  Ellipsis,
  type LucideIcon,
  MoveHorizontal,
  Printer,
  RotateCw,
  Search,
  Square,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import type { PageLook } from './page-size.ts';

/** Page widths divided by the view width. */
export const zooms = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

/** Returns the next larger or smaller zoom, or undefined at the end. */
export function stepZoom({ zoom, drawnZoom }: PageLook, by: number): number | undefined {
  const now = zoom === 'page' ? drawnZoom.current : zoom;
  return by > 0 ? zooms.find((one) => one > now) : zooms.findLast((one) => one < now);
}

export interface ReaderToolsProps {
  /** Undefined for text, which has no pages. */
  readonly look: PageLook | undefined;
  readonly onZoom: (zoom: PageLook['zoom']) => void;
  readonly onRotate: () => void;
  readonly onFind: () => void;
  readonly onPrint: () => void;
  /** Undefined without thumbnails. */
  readonly onThumbnails: (() => void) | undefined;
}

export function ReaderTools(props: ReaderToolsProps) {
  const { look, onZoom, onRotate, onFind, onPrint, onThumbnails } = props;
  const texts = useTexts('reader');
  return (
    <Group gap={2} wrap="nowrap" ml="auto">
      <Tool label={texts.find} icon={Search} onClick={onFind} />
      {look && <ZoomTools look={look} onZoom={onZoom} />}
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon aria-label={texts.more}>
            <Ellipsis size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {look && (
            <Menu.Item leftSection={<RotateCw size={16} />} onClick={onRotate}>
              {texts.rotate}
            </Menu.Item>
          )}
          {onThumbnails && (
            <Menu.Item leftSection={<Columns2 size={16} />} onClick={onThumbnails}>
              {texts.thumbnails}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<Printer size={16} />} onClick={onPrint}>
            {texts.print}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

function ZoomTools({
  look,
  onZoom,
}: { readonly look: PageLook } & Pick<ReaderToolsProps, 'onZoom'>) {
  const texts = useTexts('reader');
  const viewer = useTexts('documentViewer');
  const formats = useFormats();
  const isPage = look.zoom === 'page';
  const now = look.zoom === 'page' ? texts.fitPage : formats.percent(look.zoom);
  const step = (label: string, by: number, icon: LucideIcon) => {
    const next = stepZoom(look, by);
    return (
      <Tool
        label={label}
        icon={icon}
        isOff={next === undefined}
        onClick={() => next !== undefined && onZoom(next)}
      />
    );
  };
  return (
    <>
      <Tool
        label={isPage ? texts.fitWidth : texts.fitPage}
        icon={isPage ? MoveHorizontal : Square}
        onClick={() => onZoom(isPage ? 1 : 'page')}
      />
      {step(viewer.smaller, -1, ZoomOut)}
      <Text size="xs" c="dimmed" miw={38} ta="center" role="status">
        <span className="visually-hidden">{viewer.zoom(now)}</span>
        <span aria-hidden>{now}</span>
      </Text>
      {step(viewer.larger, 1, ZoomIn)}
    </>
  );
}

interface ToolProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly isOff?: boolean;
  readonly onClick: () => void;
}

/** An icon button with a name, which keeps the focus when it has no effect. */
export function Tool({ label, icon: Icon, isOff = false, onClick }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={label}
        // `disabled` would take the focus from the pressed button.
        aria-disabled={isOff}
        data-disabled={isOff || undefined}
        onClick={onClick}
      >
        <Icon size={18} />
      </ActionIcon>
    </Tooltip>
  );
}
