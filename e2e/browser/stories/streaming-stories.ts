import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type SlowModel, slowAnswer } from '../slow-model.ts';
import { getSignIn, openSignedIn, openWindow, signIn, type World } from '../world.ts';
import type { Story } from './story.ts';

/** A suite with a model that writes one word at a time. */
export interface StreamingWorld extends World {
  readonly model: SlowModel;
}

export const streamingStories: readonly Story<StreamingWorld>[] = [
  {
    name: 'an answer goes on after a reload in its middle, and in a second tab',
    async run(world) {
      const { context, page } = await openWindow(world);
      const { middle } = world.model;
      middle.close();
      try {
        await ask(world, page);
        await page.getByText('word3').waitFor();
        await page.reload();
        const second = await context.newPage();
        await second.goto(page.url());
        const tabs = [page, second];
        for (const tab of tabs) await tab.getByText('word19').waitFor();
        middle.open();
        for (const tab of tabs) await waitForWhole(tab);
      } finally {
        middle.open();
      }
    },
  },
  {
    name: 'a stopped answer keeps what was written',
    async run(world) {
      const { page } = await openWindow(world);
      const { middle } = world.model;
      middle.close();
      try {
        await ask(world, page);
        await page.getByText('word3').waitFor();
        await page.getByRole('button', { name: 'Stop' }).click();
        await page.getByRole('button', { name: 'Send' }).waitFor();
      } finally {
        middle.open();
      }
      await page.locator('article').getByText('Stopped', { exact: true }).waitFor();
      assert.equal(await page.locator('article').getByRole('alert').count(), 0);
      assert.ok(!(await readAnswer(page)).includes('word59'));
      assert.ok((await readAnswer(page)).includes('word2'));
    },
  },
  {
    name: 'a connection lost during an answer is reported, and the answer continues',
    async run(world) {
      const { context, page } = await openWindow(world);
      const { middle } = world.model;
      middle.close();
      try {
        await ask(world, page);
        await page.getByText('word3').waitFor();
        await context.setOffline(true);
        await page.getByText('You are offline').waitFor();
      } finally {
        middle.open();
      }
      await context.setOffline(false);
      await waitForWhole(page);
    },
  },
  {
    name: 'a session that ended asks to sign in again and keeps what was typed',
    async run(world) {
      const { context, page } = await openSignedIn(world);
      const field = page.getByRole('textbox', { name: 'Ask your documents' });
      await field.fill('A long question that must not be lost');
      await context.clearCookies();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await page.getByRole('status').getByText('You are signed out').waitFor();
      const { email, password } = getSignIn(world);
      await page.getByLabel('Email').fill(email);
      await page.locator('input[name=password]').fill(password);
      await page.locator('button[type=submit]').click();
      await field.waitFor();
      assert.equal(await field.inputValue(), 'A long question that must not be lost');
    },
  },
  {
    name: 'an unavailable model is reported, and the chat answers once it is back',
    async run(world) {
      const { page } = await openWindow(world);
      world.model.isUnavailable = true;
      try {
        await ask(world, page);
        const alert = page.getByRole('alert').first();
        await alert.getByText('overloaded or failing').waitFor({ timeout: 60_000 });
      } finally {
        world.model.isUnavailable = false;
      }
      await page.getByRole('button', { name: 'Regenerate' }).click();
      await page.getByText('word3').waitFor();
      await waitForWhole(page);
    },
  },
  {
    name: 'an unavailable knowledge service is reported, and the chat works afterwards',
    async run(world) {
      const { page } = await openSignedIn(world);
      await world.suite.processes.rag.stop();
      try {
        await page.getByRole('textbox', { name: 'Ask your documents' }).fill('What is a mask?');
        await page.keyboard.press('Enter');
        await page.getByRole('alert').first().waitFor({ timeout: 60_000 });
      } finally {
        await world.suite.processes.rag.start();
      }
      await page.goto('/');
      await page
        .getByRole('textbox', { name: 'Ask your documents' })
        .fill('What does the lamp do?');
      await page.keyboard.press('Enter');
      await waitForWhole(page);
    },
  },
];

async function ask(world: World, page: Page): Promise<void> {
  await signIn(world, page);
  await page.getByRole('textbox', { name: 'Ask your documents' }).fill('What does the lamp do?');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/chat\//);
}

const readAnswer = async (page: Page) => (await page.locator('article').last().textContent()) ?? '';

async function waitForWhole(page: Page): Promise<void> {
  await page.locator('article [data-answer-tools]').waitFor({ timeout: 40_000 });
  const text = (await readAnswer(page)).replaceAll(/\s+/g, ' ');
  assert.ok(text.includes(slowAnswer), `the answer is ${text.slice(0, 200)}`);
}
