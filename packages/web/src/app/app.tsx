import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from '../api/query-client.ts';
import { ContrastProvider } from '../dress/contrast.tsx';
import { styleNonce } from '../dress/style-nonce.ts';
import { theme, variablesResolver } from '../dress/theme.ts';
import { Notices } from '../parts/notices.tsx';
import { LanguageProvider } from '../texts/language.tsx';
import { router } from './router.tsx';

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
            <Notices />
            <RouterProvider router={router} />
          </QueryClientProvider>
        </ContrastProvider>
      </LanguageProvider>
    </MantineProvider>
  );
}
