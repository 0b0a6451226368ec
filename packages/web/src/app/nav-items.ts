import type { Me } from '@lectern/contracts';
import { Library, type LucideIcon, MessageSquarePlus } from 'lucide-react';
import { isAdmin } from '../api/session.ts';

export interface NavItem {
  readonly to: NavPath;
  readonly text: NavText;
  readonly icon: LucideIcon;
  readonly isAdministration?: boolean;
}

export type NavPath = '/' | '/library';

type NavText = 'newChat' | 'library';

const items: readonly NavItem[] = [
  { to: '/', text: 'newChat', icon: MessageSquarePlus },
  { to: '/library', text: 'library', icon: Library },
];

const forAdmins: readonly NavPath[] = [];

/** The pages that a person may open. */
export function listNavItems(me: Me): readonly NavItem[] {
  return items.filter(({ to }) => isAdmin(me) || !forAdmins.includes(to));
}
