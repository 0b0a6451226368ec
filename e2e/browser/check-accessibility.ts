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

/**
 * Finishes running animations, because a half-faded dialog has the wrong contrast. Endless ones are
 * skipped.
 */
const endMotion = `Promise.allSettled(
  document.getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished)
).then(() => undefined)`;

/** Returns the violations that axe finds on the settled page, as rule and place. */
export async function findViolations(page: Page | Frame): Promise<readonly string[]> {
  // The debugging protocol is not subject to the page's content policy.
  await page.evaluate(`${await readFile(axeFile, 'utf8')}; undefined`);
  return runAxe(page, everything);
}

/**
 * Returns the violations in the light and the dark colour scheme. The second run checks only the
 * contrast.
 */
export async function findViolationsInBothColours(page: Page): Promise<readonly string[]> {
  await setColours(page, 'light');
  const light = await findViolations(page);
  await setColours(page, 'dark');
  const dark = await runAxe(page, colours);
  return [...light, ...dark.map((one) => `dark: ${one}`)];
}

/** A constructed style sheet is not subject to the page's content policy. */
const withoutTransitions = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { transition: none !important }');
  document.adoptedStyleSheets.push(sheet);
}`;

/** Switches the colour scheme without transitions, which would have a contrast of their own. */
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
