import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './app/app.css';
import './theme/contrast.css';
import { MantineProvider, MantineThemeProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { router } from './app/router.tsx';
import { hasNotices } from './components/notify.ts';
import {
  LanguageProvider,
  type LoadedLanguage,
  loadFirstLanguage,
  useTexts,
} from './i18n/language.tsx';
import { ContrastProvider } from './theme/contrast.tsx';
import { styleNonce } from './theme/style-nonce.ts';
import { theme, variablesResolver } from './theme/theme.ts';

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

function App({ language }: { readonly language: LoadedLanguage }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <LanguageProvider first={language}>
        <ContrastProvider>
          <QueryClientProvider client={queryClient}>
            <Notices />
            <RouterProvider router={router} />
          </QueryClientProvider>
        </ContrastProvider>
      </LanguageProvider>
    </MantineProvider>
  );
}

const Notifications = lazy(async () => ({
  default: (await import('@mantine/notifications')).Notifications,
}));

/** Renders notices once the first one is shown. */
function Notices() {
  const { close } = useTexts('common');
  const isWanted = hasNotices.useValue();
  if (!isWanted) return null;
  return (
    <Suspense>
      <MantineThemeProvider
        theme={{
          components: {
            Notification: { defaultProps: { closeButtonProps: { 'aria-label': close } } },
          },
        }}
      >
        <Notifications position="top-right" />
      </MantineThemeProvider>
    </Suspense>
  );
}
