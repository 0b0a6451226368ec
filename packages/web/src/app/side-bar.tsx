import {
  ActionIcon,
  CloseButton,
  Divider,
  Group,
  Image,
  Text,
  Tooltip,
  UnstyledButton,
} from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { Link, useRouterState } from '@tanstack/react-router';
import { ChevronRight, Command, Settings2 } from 'lucide-react';
import { useMe } from '../api/session.ts';
import { ConversationList } from '../chat/conversation-list.tsx';
import { useTexts } from '../i18n/language.tsx';
import { AccountMenu } from './account-menu.tsx';
import { listNavItems, type NavItem } from './nav-items.ts';
import classes from './side-bar.module.css';

export interface SideBarProps {
  readonly onClose: () => void;
  readonly onOpenPalette: () => void;
}

export function SideBar({ onClose, onOpenPalette }: SideBarProps) {
  const texts = useTexts('app');
  const items = listNavItems(useMe());
  return (
    <>
      <Group justify="space-between" p="md" pb="xs" wrap="nowrap">
        <Link to="/" className={classes.brand} aria-label={`Lectern, ${texts.newChat}`}>
          <Image src="/icon.svg" alt="" w={26} h={26} />
          <Text fw={700} size="lg">
            Lectern
          </Text>
        </Link>
        <Group gap={4}>
          <Tooltip label={`${texts.openPalette} (${texts.controlKey} K)`}>
            <ActionIcon aria-label={texts.openPalette} onClick={onOpenPalette}>
              <Command size={18} />
            </ActionIcon>
          </Tooltip>
          <CloseButton hiddenFrom="sm" aria-label={texts.closeMenu} onClick={onClose} />
        </Group>
      </Group>
      <div className={classes.scroll}>
        <ul className={classes.list}>
          {items
            .filter((item) => !item.isAdministration)
            .map((item) => (
              <NavRow key={item.to} item={item} />
            ))}
        </ul>
        <Administration items={items.filter((item) => item.isAdministration)} />
        <ConversationList />
      </div>
      <Divider />
      <AccountMenu />
    </>
  );
}

/**
 * Collapsed at first, because conversations are used more often. The current page is always
 * visible.
 */
function Administration({ items }: { readonly items: readonly NavItem[] }) {
  const texts = useTexts('app');
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const [isKeptOpen, setIsKeptOpen] = useLocalStorage({
    key: 'lectern.administration-open',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const isHere = items.some(({ to }) => path === to || path.startsWith(`${to}/`));
  const isOpen = isKeptOpen || isHere;
  return (
    <>
      <UnstyledButton
        className={classes.group}
        aria-expanded={isOpen}
        aria-disabled={isHere}
        onClick={() => !isHere && setIsKeptOpen(!isOpen)}
      >
        <Settings2 size={18} aria-hidden />
        {texts.administration}
        {!isHere && <ChevronRight size={16} aria-hidden className={classes.chevron} />}
      </UnstyledButton>
      {isOpen && (
        <ul className={classes.list}>
          {items.map((item) => (
            <NavRow key={item.to} item={item} />
          ))}
        </ul>
      )}
    </>
  );
}

function NavRow({ item: { to, text, icon: Icon } }: { readonly item: NavItem }) {
  const texts = useTexts('app');
  return (
    <li>
      <Link
        to={to}
        className={classes.link}
        activeOptions={{ exact: to === '/' }}
        activeProps={{ 'data-active': true, 'aria-current': 'page' }}
      >
        <Icon size={18} aria-hidden />
        {texts[text]}
      </Link>
    </li>
  );
}
