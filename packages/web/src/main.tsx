import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './app/app.css';
import './theme/contrast.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { loadFirstLanguage } from './i18n/language.tsx';

const root = document.getElementById('root');
// Not a top-level await: the bundler would split every shared module from this file.
void loadFirstLanguage().then((language) => {
  if (!root) return;
  createRoot(root).render(
    <StrictMode>
      <App language={language} />
    </StrictMode>,
  );
});
