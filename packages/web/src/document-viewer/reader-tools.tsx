import { ActionIcon, Group, Menu } from '@mantine/core';
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
import { Hint } from '../components/hint.tsx';
import { IconButton } from '../components/icon-button.tsx';
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
      <IconButton label={texts.find} onClick={onFind}>
        <Search size={18} />
      </IconButton>
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
  const step = (label: string, by: number, Icon: LucideIcon) => {
    const next = stepZoom(look, by);
    return (
      <IconButton
        label={label}
        isInactive={next === undefined}
        onClick={() => next !== undefined && onZoom(next)}
      >
        <Icon size={18} />
      </IconButton>
    );
  };
  return (
    <>
      <IconButton
        label={isPage ? texts.fitWidth : texts.fitPage}
        onClick={() => onZoom(isPage ? 1 : 'page')}
      >
        {isPage ? <MoveHorizontal size={18} /> : <Square size={18} />}
      </IconButton>
      {step(viewer.smaller, -1, ZoomOut)}
      <Hint size="xs" miw={38} ta="center" role="status">
        <span className="visually-hidden">{viewer.zoom(now)}</span>
        <span aria-hidden>{now}</span>
      </Hint>
      {step(viewer.larger, 1, ZoomIn)}
    </>
  );
}
