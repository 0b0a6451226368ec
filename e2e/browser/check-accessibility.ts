import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const axeFile = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'));
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}

/** What axe complains about on the page as it is now: rule and place. */
export async function findViolations(page: Page): Promise<readonly string[]> {
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
