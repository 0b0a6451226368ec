import { call } from './api.js';
import { onSubmit } from './elements.js';

const token = new URLSearchParams(location.search).get('token') ?? '';
history.replaceState(null, '', '/join');

onSubmit('join', async ({ name, password }) => {
  await call('POST', '/api/invitations/accept', { token, name, password });
  location.assign('/');
});
