import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './app/app.css';
import './theme/contrast.css';
import { MantineProvider, MantineThemeProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, type ReactNode, StrictMode, Suspense, useMemo } from 'react';
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
        <NamedParts>
          <ContrastProvider>
            <QueryClientProvider client={queryClient}>
              <Notices />
              <RouterProvider router={router} />
            </QueryClientProvider>
          </ContrastProvider>
        </NamedParts>
      </LanguageProvider>
    </MantineProvider>
  );
}

/** Names the buttons inside of Mantine's components in the language of the page. */
function NamedParts({ children }: { readonly children: ReactNode }) {
  const texts = useTexts('common');
  const theme = useMemo(() => {
    const closes = { defaultProps: { closeButtonProps: { 'aria-label': texts.close } } };
    const visibilityToggleButtonProps = { 'aria-label': texts.showPassword };
    const PasswordInput = { defaultProps: { visibilityToggleButtonProps } };
    return { components: { Modal: closes, Drawer: closes, Notification: closes, PasswordInput } };
  }, [texts]);
  return <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>;
}

const Notifications = lazy(async () => ({
  default: (await import('@mantine/notifications')).Notifications,
}));

/** Renders notices once the first one is shown. */
function Notices() {
  const isWanted = hasNotices.useValue();
  return (
    isWanted && (
      <Suspense>
        <Notifications position="top-right" />
      </Suspense>
    )
  );
}
