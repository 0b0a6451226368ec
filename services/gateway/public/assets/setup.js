import { call } from './api.js';
import { onSubmit } from './elements.js';

const token = new URLSearchParams(location.search).get('token') ?? '';
history.replaceState(null, '', '/setup');

onSubmit('setup', async ({ name, email, password }) => {
  await call('POST', '/api/setup', { token, name, email, password });
  location.assign('/');
});
