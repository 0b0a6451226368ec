import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Frame, Page } from 'playwright-core';

const axeFile = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'));
const everything = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
const colours = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

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
  // By the debugging protocol, which the page's policy does not concern.
  await page.evaluate(`${await readFile(axeFile, 'utf8')}; undefined`);
  return runAxe(page, everything);
}

/**
 * The same in light and dark: the page stays as it is and only changes its colours, so that what has
 * nothing to do with them is looked at once.
 */
export async function findViolationsInBothColours(page: Page): Promise<readonly string[]> {
  await setColours(page, 'light');
  const light = await findViolations(page);
  await setColours(page, 'dark');
  const dark = await runAxe(page, colours);
  return [...light, ...dark.map((one) => `dark: ${one}`)];
}

/** A sheet of the script's own, which the page's policy does not concern. */
const withoutTransitions = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { transition: none !important }');
  document.adoptedStyleSheets.push(sheet);
}`;

/** Colours turn at once: in mid-turn they have a contrast that nobody chose. */
async function setColours(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(withoutTransitions);
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
}

async function runAxe(page: Page | Frame, runOnly: object): Promise<readonly string[]> {
  await page.evaluate(endMotion);
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'] });
  const violations = (await page.evaluate(
    `axe.run(${options}).then((result) => result.violations.map(({id, nodes}) => ({id, nodes: nodes.map(({target}) => ({target}))})))`,
  )) as readonly Violation[];
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ target }) => `${id} at ${target.join(' ')}`),
  );
}
