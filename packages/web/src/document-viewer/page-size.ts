import type { RefObject } from 'react';

/** How pages and pictures are shown. */
export interface PageLook {
  /** Page width divided by view width; `page` fits a whole page into the view. */
  readonly zoom: number | 'page';
  /** Degrees clockwise: 0, 90, 180 or 270. */
  readonly rotation: number;
  /** Page width divided by view width as drawn, also for `page`. */
  readonly drawnZoom: RefObject<number>;
}

/** Space around the pages in pixels. */
export const padding = 12;

/** Returns the width in pixels of a page whose height divided by width is `ratio`, as rotated. */
export function measurePage(
  { zoom, drawnZoom }: PageLook,
  view: { readonly width: number; readonly height: number },
  ratio: number,
): number {
  const across = view.width - 2 * padding;
  const width =
    zoom === 'page'
      ? Math.max(120, Math.min(across, (view.height - 2 * padding) / ratio))
      : Math.max(200, across * zoom);
  drawnZoom.current = width / across;
  return Math.floor(width);
}

/** Returns the ratio of height and width after a rotation. */
export function rotateRatio(ratio: number, rotation: number): number {
  return rotation % 180 === 0 ? ratio : 1 / ratio;
}
