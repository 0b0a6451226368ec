import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Frame, Page } from 'playwright-core';

const axeFile = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'));
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}

/** Half-faded dialogs have the wrong contrast; what turns for ever is not waited for. */
const endMotion = `Promise.allSettled(
  document.getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished)
).then(() => undefined)`;

/** What axe complains about on the page once nothing moves: rule and place. */
export async function findViolations(page: Page | Frame): Promise<readonly string[]> {
  await page.evaluate(endMotion);
  const source = await readFile(axeFile, 'utf8');
  // By the debugging protocol, which the page's policy does not concern.
  await page.evaluate(`${source}; undefined`);
  const violations = (await page.evaluate(
    `axe.run({runOnly: ${JSON.stringify(tags)}, resultTypes: ['violations']}).then((result) => result.violations.map(({id, nodes}) => ({id, nodes: nodes.map(({target}) => ({target}))})))`,
  )) as readonly Violation[];
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ target }) => `${id} at ${target.join(' ')}`),
  );
}
