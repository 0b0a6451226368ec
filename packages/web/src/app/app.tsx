import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { LanguageProvider } from '../texts/language.tsx';
import { ContrastProvider } from './contrast.tsx';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';
import { styleNonce } from './style-nonce.ts';
import { theme, variablesResolver } from './theme.ts';

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <LanguageProvider>
        <ContrastProvider>
          <QueryClientProvider client={queryClient}>
            <Notifications position="top-right" />
            <RouterProvider router={router} />
          </QueryClientProvider>
        </ContrastProvider>
      </LanguageProvider>
    </MantineProvider>
  );
}
