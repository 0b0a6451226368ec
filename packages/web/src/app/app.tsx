import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from '../api/query-client.ts';
import { Notices } from '../components/notices.tsx';
import { LanguageProvider, type LoadedLanguage } from '../i18n/language.tsx';
import { ContrastProvider } from '../theme/contrast.tsx';
import { styleNonce } from '../theme/style-nonce.ts';
import { theme, variablesResolver } from '../theme/theme.ts';
import { router } from './router.tsx';

export function App({ language }: { readonly language: LoadedLanguage }) {
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
