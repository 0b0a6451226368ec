import { call } from './api.js';
import { startAsking } from './ask.js';
import { startCollections } from './collections.js';
import { attempt, find, onSubmit, showNotice } from './elements.js';
import { startUploads } from './uploads.js';

onSubmit('sign-in', async ({ email, password }, form) => {
  await call('POST', '/api/auth/sign-in/email', { email, password });
  form.reset();
  await enter();
});

find('sign-out').addEventListener('click', () =>
  attempt(async () => {
    await call('POST', '/api/auth/sign-out', {});
    location.reload();
  }),
);

startAsking();
startUploads();
await attempt(enter);
const notices = {
  '#link-expired': 'This link was used already or has expired. Ask for a new one.',
  '#sign-in-refused': 'Signing in did not work. Ask for an invitation if you have no account here.',
};
const notice = notices[location.hash.split('?')[0]];
if (notice) {
  showNotice(notice);
  history.replaceState(null, '', '/');
}

/** Shows the workplace to who is signed in, else the form. */
async function enter() {
  const me = await call('GET', '/api/me').catch((error) => {
    if (error.status === 401) return undefined;
    throw error;
  });
  find('welcome').hidden = me !== undefined;
  find('workplace').hidden = me === undefined;
  find('sign-out').hidden = me === undefined;
  if (!me) {
    const { oidc } = await call('GET', '/api/sign-in-methods');
    find('oidc').hidden = !oidc;
    return;
  }
  find('organisation').textContent = me.organisation.name;
  find('person').textContent = me.user.email;
  await startCollections();
}
