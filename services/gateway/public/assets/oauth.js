import { call } from './api.js';
import { attempt, find, onSubmit } from './elements.js';

const query = location.search.slice(1);
const parameters = new URLSearchParams(query);

const follow = ({ url, redirect_uri }) => location.assign(url ?? redirect_uri);

const answer = async (accept) =>
  follow(await call('POST', '/api/auth/oauth2/consent', { accept, oauth_query: query }));

async function showConsent() {
  const id = parameters.get('client_id') ?? '';
  const [client, me] = await Promise.all([
    call('GET', `/api/auth/oauth2/public-client?client_id=${encodeURIComponent(id)}`),
    call('GET', '/api/me'),
  ]);
  if (id.startsWith('https:')) {
    find('host').textContent = new URL(id).host;
    find('site').hidden = false;
  }
  find('client').textContent = client.client_name ?? 'an application';
  find('person').textContent = me.user.email;
  find('organisation').textContent = me.organisation.name;
  find('address').textContent = new URL(parameters.get('redirect_uri')).origin;
  find('consent').hidden = false;
}

onSubmit('sign-in', async ({ email, password }) =>
  follow(await call('POST', '/api/auth/sign-in/email', { email, password, oauth_query: query })),
);
onSubmit('consent', () => answer(true));
find('refuse').addEventListener('click', () => attempt(() => answer(false)));

if (location.pathname === '/oauth/consent') attempt(showConsent);
else find('sign-in').hidden = false;
