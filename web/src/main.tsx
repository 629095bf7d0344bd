import './ui/style/styles.ts';

import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { config } from 'zod/v4/core';

import { queryClient } from './ground/queries.ts';
import { router } from './routes.tsx';
import { currentSession, isOfAnother, onSessionChange } from './access/session.ts';
import { pruneStored } from './ground/stored.ts';
import { cssVariables, theme } from './ui/style/theme.ts';
import { Toasts } from './ui/toast.tsx';
import { loadLanguage } from './words/words.ts';

// Otherwise zod tries whether it may compile code, which the content security policy blocks and reports.
config({ jitless: true });

// A change of the signed-in user discards the previous user's data and runs the guards again.
let lastUser = currentSession()?.userID ?? null;
onSessionChange((session) => {
  if (isOfAnother()) {
    closeFor(null);
    void import('./shell/OtherAccountPage.tsx').then(({ OtherAccountPage }) => closeFor(<OtherAccountPage />));
    return;
  }
  const user = session?.userID ?? null;
  if (user !== lastUser) queryClient.clear();
  lastUser = user;
  void router.invalidate();
});

/** Reloads the page so that no data of the previous user remains, not even unsaved input. */
function closeFor(page: ReactNode): void {
  queryClient.clear();
  app.render(
    <MantineProvider theme={theme()} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      {page}
    </MantineProvider>,
  );
}

// Lets the portal open even while it cannot be reached. Browsers offer this only on https and localhost.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  window.addEventListener('load', () => {
    void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
    void pruneStored();
  });
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

const app = createRoot(root);
// The portal is English until the catalogue is loaded. Not awaited at the top level, because the catalogue's script imports this one.
void loadLanguage()
  .catch(() => undefined)
  .then(() =>
    app.render(
      <StrictMode>
        <MantineProvider theme={theme()} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
            <Toasts />
          </QueryClientProvider>
        </MantineProvider>
      </StrictMode>,
    ),
  );
