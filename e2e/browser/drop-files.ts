import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

/** Minimum number of dragover events before the drop, as a browser sends them. */
const heldEvents = 4;

/** Drags files and folders from outside onto an element and drops them. */
export async function dropFiles(
  page: Page,
  place: Locator,
  paths: readonly string[],
): Promise<void> {
  const box = await place.boundingBox();
  assert.ok(box);
  const devTools = await page.context().newCDPSession(page);
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    devTools.send('Input.dispatchDragEvent', {
      type,
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
      data: { items: [], files: [...paths], dragOperationsMask: 1 },
    });
  await send('dragEnter');
  for (let told = 0; told < heldEvents; told += 1) {
    await send('dragOver');
    // The page renders its drop target while files are held over it.
    await page.evaluate(
      'new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))',
    );
  }
  await send('drop');
  await devTools.detach();
}
