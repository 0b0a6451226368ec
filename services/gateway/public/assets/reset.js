import { call } from './api.js';
import { onSubmit } from './elements.js';

const token = new URLSearchParams(location.search).get('token') ?? '';
history.replaceState(null, '', '/reset');

onSubmit('reset', async ({ password }) => {
  await call('POST', '/api/password-resets', { token, password });
  location.assign('/');
});
