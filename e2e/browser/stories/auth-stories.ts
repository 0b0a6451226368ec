import assert from 'node:assert/strict';
import { makeCode } from '@lectern/testing';
import { getSignIn, openSignedIn, openWindow, signIn } from '../world.ts';
import type { Story } from './story.ts';

export const authStories: readonly Story[] = [
  {
    name: 'a wrong password is reported, the right one leads to the opened page',
    async run(world) {
      const { page } = await openWindow(world);
      const { email, password } = getSignIn(world);
      await page.goto('/settings');
      await page.getByLabel('Email').fill(email);
      await page.locator('input[name=password]').fill('not the password');
      await page.locator('button[type=submit]').click();
      await page.getByText('Wrong email or password.').waitFor();
      await page.locator('input[name=password]').fill(password);
      await page.locator('button[type=submit]').click();
      await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    },
  },
  {
    name: 'a passkey is added with the password, signs in alone, is renamed and removed',
    async run(world) {
      const { context, page } = await openWindow(world);
      const { email, password } = getSignIn(world);
      const device = await context.newCDPSession(page);
      await device.send('WebAuthn.enable');
      await device.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      });
      // A passkey cannot be bound to an IP address.
      await signIn(world, page, '/settings?tab=security');
      await page.getByText('Passkeys need an https address with a host name').waitFor();
      const { port } = new URL(world.suite.url);
      await page.goto(`http://localhost:${port}/settings?tab=security`);
      await page.getByLabel('Email').fill(email);
      await page.locator('input[name=password]').fill(password);
      await page.locator('button[type=submit]').click();
      const card = page.locator('.mantine-Card-root', { hasText: 'Passkeys' });
      await card.getByText('No passkeys yet.').waitFor();
      await card.getByLabel('Device name').fill('Desk');
      await card.locator('input[name=password]').fill(password);
      await card.getByRole('button', { name: 'Add a passkey' }).click();
      await card.getByText('Desk', { exact: true }).waitFor();

      await context.clearCookies();
      await page.reload();
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await card.getByRole('button', { name: 'Rename Desk' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Device name').fill('Old desk');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await card.getByRole('button', { name: 'Remove Old desk' }).click();
      await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
      await card.getByText('No passkeys yet.').waitFor();

      await context.clearCookies();
      await page.reload();
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.getByText('This passkey is not registered here.').waitFor();
    },
  },
  {
    name: 'a second factor is turned on, asked for, replaced by a recovery code, and turned off',
    async run(world) {
      const { context, page } = await openWindow(world);
      const { email, password } = getSignIn(world);
      await signIn(world, page, '/settings?tab=security');
      const card = page.locator('.mantine-Card-root', { hasText: 'Two-factor authentication' });
      await card.locator('input[name=password]').fill(password);
      await card.getByRole('button', { name: 'Turn on' }).click();
      await card.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor();
      const secret = (await card.locator('[data-secret]').textContent()) ?? '';
      await card.getByRole('textbox', { name: 'Code' }).fill(makeCode(secret));
      await card.getByRole('button', { name: 'Confirm' }).click();
      await card.getByText('Recovery codes', { exact: true }).waitFor();
      const codes = ((await card.locator('[data-secret]').textContent()) ?? '').split('\n');
      await context.close();

      for (const code of [() => makeCode(secret, 1), () => codes[0] ?? '']) {
        const { context: again, page: later } = await openWindow(world);
        await later.goto('/settings?tab=security');
        await later.getByLabel('Email').fill(email);
        await later.locator('input[name=password]').fill(password);
        await later.locator('button[type=submit]').click();
        await later.getByLabel('Code').fill('000000');
        await later.locator('button[type=submit]').click();
        await later.getByText('The code is wrong or has expired.').waitFor();
        await later.getByLabel('Code').fill(code());
        await later.locator('button[type=submit]').click();
        await later.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
        await again.close();
      }

      const { context: last, page: end } = await openWindow(world);
      await end.goto('/settings?tab=security');
      await end.getByLabel('Email').fill(email);
      await end.locator('input[name=password]').fill(password);
      await end.locator('button[type=submit]').click();
      await end.getByLabel('Code').fill(codes[1] ?? '');
      await end.locator('button[type=submit]').click();
      const off = end.locator('.mantine-Card-root', { hasText: 'Two-factor authentication' });
      await off.locator('input[name=password]').fill(password);
      await off.getByRole('button', { name: 'Turn off' }).click();
      await off.getByText('Off. Sign-in needs only your password.').waitFor();
      await last.close();
    },
  },
  {
    name: 'language and colours stay as they were chosen',
    async run(world) {
      const { page } = await openSignedIn(world, '/settings?tab=appearance');
      await page.getByText('Русский').click();
      await page.getByRole('heading', { level: 1, name: 'Настройки' }).waitFor();
      await page.getByText('Тёмная').click();
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'Настройки' }).waitFor();
      const root = page.locator('html');
      assert.equal(await root.getAttribute('lang'), 'ru');
      assert.equal(await root.getAttribute('data-mantine-color-scheme'), 'dark');
    },
  },
  {
    name: 'an invited colleague joins by the link, finds what is shared, and no more once it is taken back',
    async run(world) {
      const { page } = await openSignedIn(world, '/people');
      await page.getByRole('tab', { name: 'Invitations' }).click();
      await page.waitForURL('**/people?tab=invitations');
      await page.reload();
      await page.getByLabel('Email addresses').fill('colleague@example.org, later@example.org');
      await page.getByRole('button', { name: 'Invite' }).click();
      await page.getByRole('dialog', { name: 'Invited 2 people' }).waitFor();
      const link = (await page.locator('[data-secret]').first().textContent()) ?? '';
      const { context: other, page: theirs } = await openWindow(world);
      await theirs.goto(link);
      await theirs.getByRole('heading', { name: /^Join / }).waitFor();
      await theirs.getByText(/invited colleague@example\.org/).waitFor();
      await theirs.getByLabel('Name').fill('Colleague');
      await theirs.locator('input[name=password]').fill('a password of theirs');
      await theirs.getByRole('button', { name: 'Join' }).click();
      await theirs.locator('#content h1').first().waitFor();
      await theirs.getByRole('button', { name: 'Administration' }).click();
      await theirs.getByRole('link', { name: 'Members' }).waitFor();
      assert.equal(await theirs.getByRole('link', { name: 'Audit log' }).count(), 0);
      await theirs.goto('/tools');
      await theirs.getByText('Administrators can add MCP servers.').waitFor();
      const { context: late, page: again } = await openWindow(world);
      await again.goto(link);
      await again.getByText('This link was used or has expired').waitFor();
      await late.close();
      await theirs.goto('/settings?tab=security');
      const sessions = theirs.getByRole('region', { name: 'Sessions' });
      await sessions.getByText('This browser').waitFor();
      await theirs.goto('/settings');
      const name = theirs.getByRole('textbox', { name: 'Name', exact: true });
      await name.fill(' ');
      await theirs.getByRole('button', { name: 'Save', exact: true }).click();
      await theirs.getByText('Enter a name.').waitFor();
      await name.fill('Colleague Renamed');
      await theirs.getByRole('button', { name: 'Save', exact: true }).click();
      await theirs.getByTitle(/Colleague Renamed/).waitFor();
      await page.goto('/audit');
      const invited = page.getByRole('row', { name: /Sent an invitation/ });
      await invited.getByText('colleague@example.org').waitFor();

      const made = await world.api.call('createCollection', { body: { name: 'Private notes' } });
      await world.api.call('putGrants', {
        params: { id: made.id },
        body: { inherit: false, grants: [] },
      });
      await theirs.goto('/library');
      await theirs.getByRole('link', { name: 'All documents' }).waitFor();
      assert.equal(await theirs.getByText('Private notes').count(), 0);
      await page.goto(`/library/${made.id}`);
      await page.getByRole('button', { name: 'Options for “Private notes”' }).click();
      await page.getByRole('menuitem', { name: 'Share' }).click();
      await page.getByRole('combobox', { name: 'Share with' }).click();
      await page.getByRole('option', { name: /^Colleague Renamed/ }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await theirs.reload();
      await theirs.getByRole('link', { name: /Private notes/ }).waitFor();

      const note = { external_id: 'note', title: 'The note', text: 'The key hangs by the door.' };
      const { documents } = await world.api.call('addDocuments', {
        params: { id: made.id },
        body: { documents: [note] },
      });
      const documentId = documents[0]?.id ?? '';
      await world.api.waitUntilFinal(documentId);
      await theirs.goto(`/documents/${documentId}`);
      await theirs.locator('[data-reader]').getByText(note.text).waitFor();
      await world.api.call('putGrants', {
        params: { id: made.id },
        body: { inherit: false, grants: [] },
      });
      await theirs.getByRole('tab', { name: 'Passages' }).click();
      await theirs.getByRole('alert').first().waitFor();
      await theirs.reload();
      await theirs.getByText('The document does not exist').waitFor();
      assert.equal(await theirs.getByText(note.text).count(), 0);
      await theirs.getByRole('link', { name: 'All documents' }).last().click();
      await theirs.getByRole('heading', { level: 1, name: 'All documents' }).waitFor();
      await theirs.goto(`/library/${made.id}`);
      await theirs.getByText('The collection does not exist').waitFor();
      await other.close();
    },
  },
  {
    name: 'a key is shown once and works',
    async run(world) {
      const { page } = await openSignedIn(world, '/keys');
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('For a script');
      await page.getByRole('button', { name: 'Create key' }).click();
      const key = (await page.locator('[data-secret]').textContent()) ?? '';
      const answer = await fetch(`${world.suite.url}/api/me`, {
        headers: { authorization: `Bearer ${key.trim()}` },
      });
      assert.equal(answer.status, 200);
      await page.reload();
      await page.getByText('For a script').waitFor();
      assert.equal(await page.getByText(key.trim()).count(), 0);
    },
  },
  {
    name: 'after the code that an identity provider leaves due, the request of an OAuth client is asked again, and no other address',
    async run(world) {
      const { page } = await openWindow(world);
      // The gateway's tests cover the provider and the library; this story covers the page.
      await page.route('**/two-factor/verify-totp', (route) => route.fulfill({ json: {} }));
      const submitCode = async (next: string) => {
        await page.goto('/oauth/error?error=x');
        await page.goto(`/?${new URLSearchParams({ next })}#second-factor`);
        await page.getByRole('textbox', { name: 'Code' }).fill('123456');
        await page.keyboard.press('Enter');
      };
      const request = '/api/auth/oauth2/authorize?client_id=c&state=s';
      const asked = page.waitForRequest((one) => one.url().endsWith(request));
      await submitCode(request);
      assert.ok((await asked).isNavigationRequest());
      const gone: string[] = [];
      page.on('framenavigated', (frame) => gone.push(new URL(frame.url()).hostname));
      const me = page.waitForResponse('**/api/me');
      await submitCode('https://example.org/api/auth/oauth2/authorize?client_id=c');
      await me;
      await page.getByRole('textbox').first().waitFor();
      assert.ok(!gone.includes('example.org'));
    },
  },
  {
    name: 'the sign-in page shows the reason of a failed link once',
    async run(world) {
      const { page } = await openWindow(world);
      const reasons = {
        '/?error=x#sign-in-refused': 'Sign-in failed.',
        '/#link-expired': 'This link',
        '/#second-factor': 'Two-factor authentication',
      };
      for (const [address, sentence] of Object.entries(reasons)) {
        await page.goto('/oauth/error?error=x');
        await page.goto(address);
        await page.getByText(sentence).first().waitFor();
        await page.waitForURL((url) => url.hash === '');
        await page.reload();
        await page.getByRole('heading', { name: 'Sign in' }).waitFor();
        assert.equal(await page.getByText(sentence).count(), 0, address);
      }
    },
  },
];
