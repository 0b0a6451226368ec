import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { addClient, callback } from '../../isolation/oauth.ts';
import type { FilledWorld } from '../views/filled-world.ts';
import { getSignIn, openSignedIn } from '../world.ts';
import type { Story } from './story.ts';

export const sessionStories: readonly Story<FilledWorld>[] = [
  {
    name: 'a person signs in for an application, agrees to less than it asks for, and takes it back',
    async run(world) {
      const { context, page } = await openSignedIn(world);
      const client = await openClient(world, context);
      await context.clearCookies();
      await page.goto(client.address);
      await page.getByRole('heading', { name: 'Sign in to connect' }).waitFor();
      const { email, password } = getSignIn(world);
      await page.getByLabel('Email').fill(email);
      await page.locator('input[name=password]').fill(password);
      await page.locator('button[type=submit]').click();
      await page.getByRole('heading', { name: 'Connect Agent?' }).waitFor();
      await page.getByRole('checkbox', { name: 'Ask questions and run research' }).uncheck();
      await page.getByRole('button', { name: 'Allow' }).click();
      const token = await client.exchange(await arrive(page));
      assert.equal(token.scope, 'mcp offline_access');

      await page.goto('/connect');
      await page.getByRole('tab', { name: 'Applications' }).click();
      await page.getByText('Searches and reads').waitFor();
      assert.equal(await page.getByText('offline_access').count(), 0);
      await page.getByRole('button', { name: 'Disconnect Agent' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
      await page.getByText('No connected applications').waitFor();

      await page.goto(client.address);
      await page.getByRole('button', { name: 'Deny' }).click();
      assert.equal((await arrive(page)).searchParams.get('error'), 'access_denied');
    },
  },
  {
    name: 'a request of an application that is too old or of nobody leads back to where it began',
    async run(world) {
      const { context, page } = await openSignedIn(world);
      const client = await openClient(world, context);
      await page.goto(client.address);
      await page.getByRole('heading', { name: 'Connect Agent?' }).waitFor();
      const late = new URL(page.url());
      late.searchParams.set('exp', '1');
      await page.goto(late.href);
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.getByRole('alert').getByText('This request has expired').waitFor();
      for (const path of ['/oauth/consent', '/oauth/consent?client_id=nobody']) {
        await page.goto(path);
        await page.getByRole('heading', { name: 'Connection failed' }).waitFor();
        assert.equal(await page.getByRole('button', { name: 'Allow' }).count(), 0);
      }
    },
  },
  {
    name: 'an organisation that is switched in one tab is switched in the others',
    async run(world) {
      const { context, page } = await openSignedIn(world);
      const other = await context.newPage();
      await other.goto('/library');
      await other
        .getByRole('button', { name: /^Guides/ })
        .or(other.getByText('Guides'))
        .first()
        .waitFor();
      await page.locator('nav > button').click();
      await page.getByRole('menuitem', { name: 'New organisation' }).click();
      await page.getByRole('textbox', { name: 'Organisation name' }).fill('Third house');
      await page.getByRole('button', { name: 'Create' }).click();
      await page.locator('nav').getByText('Third house').waitFor();
      await other.locator('nav').getByText('Third house').waitFor();
      await other.getByRole('heading', { name: 'Create your first collection' }).waitFor();
      await page.locator('nav > button').click();
      await page.getByRole('menuitem', { name: 'My organisation' }).click();
      await other.locator('nav').getByText('My organisation').waitFor();
    },
  },
  {
    name: 'a lost and a restored network are reported',
    async run(world) {
      const { context, page } = await openSignedIn(world);
      await context.setOffline(true);
      await page.getByText('You are offline').waitFor();
      await context.setOffline(false);
      await page.getByText('You are back online.').waitFor();
      await page.getByText('You are offline').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'a page that failed while the suite was away is shown by itself once it is back',
    async run(world) {
      const { context, page } = await openSignedIn(world);
      await context.route(/\/(api|health)\b/, (route) => route.abort());
      await page.getByRole('link', { name: 'All conversations' }).click();
      await page.getByRole('button', { name: 'Retry' }).waitFor();
      await context.unrouteAll();
      await page.locator('#content a[href^="/chat/"]').first().waitFor();
    },
  },
];

interface Client {
  /** The address of the consent page. */
  readonly address: string;
  /** Exchanges the returned code for a token. */
  exchange(back: URL): Promise<{ readonly scope?: string }>;
}

/** Registers a client of the signed-in person whose site answers within the browser. */
async function openClient({ suite }: FilledWorld, context: BrowserContext): Promise<Client> {
  const { url } = suite;
  await context.route(`${new URL(callback).origin}/**`, (route) =>
    route.fulfill({ body: 'Back.' }),
  );
  const cookies = await context.cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const client_id = await addClient(url, { cookie, origin: url });
  const code_verifier = randomBytes(32).toString('base64url');
  const asked = {
    client_id,
    redirect_uri: callback,
    resource: `${url}/mcp`,
    response_type: 'code',
    scope: 'mcp offline_access chat documents:write',
    state: randomBytes(8).toString('hex'),
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  return {
    address: `${url}/api/auth/oauth2/authorize?${new URLSearchParams(asked)}`,
    async exchange(back) {
      const answered = await fetch(`${url}/api/auth/oauth2/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: back.searchParams.get('code') ?? '',
          code_verifier,
          client_id,
          redirect_uri: callback,
          resource: asked.resource,
        }),
      });
      return (await answered.json()) as { readonly scope?: string };
    },
  };
}

async function arrive(page: Page): Promise<URL> {
  await page.waitForURL(({ origin }) => origin === new URL(callback).origin);
  return new URL(page.url());
}
