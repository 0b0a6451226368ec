import { ActionIcon, Alert, AppShell, Burger, Group, Image, Text } from '@mantine/core';
import { useDisclosure, useNetwork, useWindowEvent } from '@mantine/hooks';
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { Library, MessageSquarePlus } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Loading } from '../components/loading.tsx';
import { notifyDone } from '../components/notify.ts';
import { Page } from '../components/page.tsx';
import { useTexts } from '../i18n/language.tsx';
import { keyFromEvent } from '../lib/key-from-event.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { FileTarget } from './file-target.tsx';
import classes from './shell.module.css';
import { SideBar } from './side-bar.tsx';

/** Loaded when first opened. */
const CommandPalette = lazyComponent(() => import('./command-palette.tsx'), 'CommandPalette');

/** Focuses the field if the search page is open already. */
function focusSearch(): void {
  document.querySelector<HTMLElement>('#content input[type=search]')?.focus();
}

/**
 * The navigation beside the page. On a phone it is a bar above the page with the side bar behind a
 * button.
 */
export function Shell() {
  const texts = useTexts('app');
  const [isOpen, menu] = useDisclosure(false);
  const [isPaletteOpen, palette] = useDisclosure(false);
  const navigate = useNavigate();
  useShortcuts({
    k: palette.open,
    'shift+o': () => void navigate({ to: '/' }),
    'shift+f': () => void navigate({ to: '/search' }).then(focusSearch),
  });
  useKey('?', () => void navigate({ to: '/help' }));
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const { close } = menu;
  // Navigation closes the menu.
  useEffect(close, [path]);
  return (
    <>
      <a href="#content" className="visually-hidden skip-link">
        {texts.skip}
      </a>
      <AppShell
        header={{ height: { base: 52, sm: 0 } }}
        navbar={{ width: 272, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
        padding={0}
        layout="alt"
      >
        <AppShell.Header hiddenFrom="sm">
          <Group h="100%" px="xs" gap={4} wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={menu.toggle}
              size="sm"
              aria-label={texts.openMenu}
              aria-expanded={isOpen}
            />
            <Link to="/" className={classes.brand} aria-label={`Lectern, ${texts.newChat}`}>
              <Image src="/icon.svg" alt="" w={24} h={24} />
              <Text fw={700}>Lectern</Text>
            </Link>
            <ActionIcon
              component={Link}
              to="/library"
              size={44}
              ml="auto"
              aria-label={texts.library}
            >
              <Library size={22} />
            </ActionIcon>
            <ActionIcon component={Link} to="/" size={44} aria-label={texts.newChat}>
              <MessageSquarePlus size={22} />
            </ActionIcon>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar className={classes.navbar} aria-label={texts.navigation}>
          <SideBar onClose={menu.close} onOpenPalette={palette.open} />
        </AppShell.Navbar>
        <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
          <OfflineBar />
          <Suspense
            fallback={
              <Page title="">
                <Loading />
              </Page>
            }
          >
            <Outlet />
          </Suspense>
          <FileTarget />
        </AppShell.Main>
      </AppShell>
      {isPaletteOpen && <Palette onClose={palette.close} />}
    </>
  );
}

/** The command palette. It gets what is typed while it is loaded and opens. */
function Palette({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const takeKey = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    const hasFocus = document.activeElement?.matches('#palette-field');
    if (hasFocus || key.length !== 1 || ctrlKey || metaKey || altKey) return;
    event.preventDefault();
    setTyped((now) => now + key);
  };
  useWindowEvent('keydown', takeKey, true);
  return (
    <Suspense>
      <CommandPalette typed={typed} onTyped={setTyped} onClose={onClose} />
    </Suspense>
  );
}

/**
 * Handles Ctrl (or Cmd) with a letter, also while typing. A key with Shift is written
 * `shift+<letter>`.
 */
function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  useWindowEvent('keydown', (event) => {
    if (event.altKey || event.repeat || !(event.ctrlKey || event.metaKey)) return;
    const action = actions[`${event.shiftKey ? 'shift+' : ''}${keyFromEvent(event)}`];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

/** Handles a single key while no text is typed. */
function useKey(key: string, action: () => void): void {
  useWindowEvent('keydown', (event) => {
    const { target, ctrlKey, metaKey, altKey } = event;
    const isTyping = target instanceof Element && target.closest('input, textarea, [role=dialog]');
    if (event.key !== key || ctrlKey || metaKey || altKey || isTyping) return;
    event.preventDefault();
    action();
  });
}

function OfflineBar() {
  const texts = useTexts('app');
  const { online } = useNetwork();
  const wasOnline = useRef(online);
  useEffect(() => {
    if (online && !wasOnline.current) notifyDone(texts.online);
    wasOnline.current = online;
  }, [online, texts]);
  return (
    <div role="status">
      {!online && (
        <Alert color="yellow" radius={0} py="xs">
          {texts.offline}
        </Alert>
      )}
    </div>
  );
}
